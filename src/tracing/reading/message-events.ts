import { textOf } from "./attributes.js";
import { isObject, jsonOf } from "./json-text.js";
import type { LogRecord } from "./log-record.js";
import type { PlainSpan } from "./plain-span.js";

type Fields = Readonly<Record<string, unknown>>;

/** Up to 1.36 of the standard each message was an event of its own; by the name, whose message it is. */
const roles: Readonly<Record<string, string>> = {
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
};
const answer = "gen_ai.choice";
const whole: readonly (string | undefined)[] = [
  "gen_ai.client.inference.operation.details",
  "gen_ai.content.prompt",
  "gen_ai.content.completion",
];
const contents = ["gen_ai.input.messages", "gen_ai.output.messages"] as const;

/**
 * Puts what events tell of messages, be they log records or events on the span, where newer versions of the standard have
 * it: into the span's attributes, unless it is there already. Records and spans are joined by their ids.
 */
export function messagesInto(records: readonly LogRecord[]): (span: PlainSpan) => PlainSpan {
  const byId = new Map<string, LogRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    const known = byId.get(key);
    if (known === undefined) byId.set(key, [record]);
    else known.push(record);
  }
  return (span) => {
    const logged = byId.size === 0 ? undefined : byId.get(keyOf(span));
    if (logged === undefined) return span.events.length === 0 ? span : withThese(span, span.events);
    return withThese(span, [...span.events, ...logged]);
  };
}

function withThese(span: PlainSpan, events: readonly Event[]): PlainSpan {
  if (!events.some(({ name }) => name.startsWith("gen_ai."))) return span;
  try {
    return { ...span, attributes: { ...messagesOf(events), ...span.attributes } };
  } catch {
    // A getter of the user's own.
    return span;
  }
}

const keyOf = ({ traceId, spanId }: Pick<LogRecord, "traceId" | "spanId">): string => `${traceId} ${spanId}`;

interface Event {
  readonly name: string;
  readonly attributes: Fields;
  readonly body?: unknown;
}

function messagesOf(events: readonly Event[]): Fields {
  const asked: Fields[] = [];
  const answered: Fields[] = [];
  const found: Record<string, unknown> = {};
  for (const event of events) {
    const fields = fieldsOf(event);
    const role = Object.hasOwn(roles, event.name) ? roles[event.name] : undefined;
    if (role !== undefined) asked.push({ role, ...message(fields) });
    // Of several answers only one can be gone on with.
    else if (event.name === answer && (fields.index ?? 0) === 0)
      answered.push({ role: "assistant", ...message(fields) });
    else if (whole.includes(event.name)) Object.assign(found, wholeMessages(fields));
  }
  if (asked.length > 0) found["gen_ai.input.messages"] ??= asked;
  if (answered.length > 0) found["gen_ai.output.messages"] ??= answered;
  return found;
}

/** Log records have a body; span events have nothing but attributes. */
function fieldsOf({ attributes, body }: Event): Fields {
  const parsed = typeof body === "string" ? jsonOf(body) : body;
  if (isObject(parsed)) return { ...attributes, ...parsed };
  return typeof body === "string" ? { ...attributes, content: body } : attributes;
}

function message(fields: Fields): Fields {
  const inner = typeof fields.message === "string" ? jsonOf(fields.message) : fields.message;
  const { content, tool_calls, role, id } = isObject(inner) ? { ...fields, ...inner } : fields;
  const said = content ?? (typeof inner === "string" ? inner : undefined);
  return {
    ...(said !== undefined && { content: said }),
    ...(tool_calls !== undefined && { tool_calls }),
    ...(textOf(role) !== undefined && { role }),
    ...(textOf(id) !== undefined && { tool_call_id: id }),
  };
}

function wholeMessages(fields: Fields): Fields {
  const [input, output] = contents;
  const asked = fields[input] ?? fields["gen_ai.prompt"];
  const answered = fields[output] ?? fields["gen_ai.completion"];
  return { ...(asked !== undefined && { [input]: asked }), ...(answered !== undefined && { [output]: answered }) };
}
