import { isJsonList, put, type JsonValue } from "../../test-case/json.js";
import { bytesOf } from "./decode.js";
import type { Ending, HttpRecord, Reply, ThrownRecord } from "./recording.js";
import type { Redactor } from "./secrets.js";

/**
 * An answer without the secrets in it, those that a stream brings in several pieces included. `ofModel`: it is what a model
 * says.
 */
export function redactReply({ spent, ...answer }: Reply, whole: Redactor, ofModel: boolean): Reply {
  const told =
    spent === undefined ? {} : { spent: whole.tree(spent as unknown as JsonValue) as unknown as typeof spent };
  return { ...redactAnswer(answer, whole, ofModel ? whole.content : whole), ...told };
}

function redactAnswer({ value, error, http, stream, unanswered }: Reply, whole: Redactor, redactor: Redactor): Reply {
  const tree = <T>(part: T): T => redactor.tree(part as JsonValue) as T;
  if (unanswered !== undefined) return { unanswered };
  if (http !== undefined) return { http: redactHttp(http, whole, redactor) };
  if (stream !== undefined) {
    const items = isJsonList(stream.items) ? redactSequence(stream.items, redactor) : stream.items;
    const { ending } = stream;
    return {
      stream: { ...tree({ ...stream, items: [] }), items, ...(ending !== undefined && endingOf(ending, whole)) },
    };
  }
  return {
    ...(value !== undefined && { value: tree(value) }),
    ...(error !== undefined && { error: redactThrown(error, whole) }),
  };
}

function redactThrown({ name, message, cause, ...rest }: ThrownRecord, whole: Redactor): ThrownRecord {
  return {
    name: whole.text(name),
    message: whole.message(message),
    ...(whole.tree(rest) as Partial<ThrownRecord>),
    ...(cause !== undefined && { cause: redactThrown(cause, whole) }),
  };
}

const endingOf = (ending: Ending, whole: Redactor): { readonly ending: Ending } => ({
  ending: ending.error === undefined ? ending : { ...ending, error: redactThrown(ending.error, whole) },
});

/** Of what a model says only the body is that: address and headers are those of any answer. */
function redactHttp(
  { json, chunks, text, bytes, ending, ...head }: HttpRecord,
  whole: Redactor,
  redactor: Redactor,
): HttpRecord {
  const binary = bytes === undefined ? undefined : redactor.tree({ $bytes: bytes });
  return {
    ...(whole.tree(head) as unknown as HttpRecord),
    ...(json !== undefined && { json: redactor.tree(json) }),
    ...(text !== undefined && { text: redactor.text(text) }),
    ...(ending !== undefined && endingOf(ending, whole)),
    ...(binary !== undefined && { bytes: String((binary as { readonly $bytes: string }).$bytes) }),
    ...(chunks !== undefined && { chunks: isJsonList(chunks) ? redactChunks(chunks, redactor) : chunks }),
  };
}

/** The chunks as they came, unless a secret was in them: then one for each event. */
function redactChunks(chunks: readonly JsonValue[], redactor: Redactor): JsonValue {
  const joined = Buffer.concat(
    chunks.map((chunk) =>
      typeof chunk === "string" ? Buffer.from(chunk) : bytesOf((chunk as { readonly $bytes: string }).$bytes),
    ),
  );
  const text = joined.toString("utf8");
  if (!Buffer.from(text).equals(joined)) return redactor.tree(chunks);
  const kept = redactEvents(redactor.text(text), redactor);
  return kept === text ? chunks : (kept.match(/[^]+?(?:\r?\n\r?\n|$)/g) ?? []);
}

/** Models stream text by the token: a secret then stands in several events, never whole. */
function redactEvents(text: string, redactor: Redactor): string {
  const lines = text.split("\n");
  const events = lines.flatMap((line, index) => {
    const [, start = "", json = "", end = ""] = /^(data: ?)([{[].*[\]}])(\r?)$/.exec(line) ?? [];
    try {
      return json === "" ? [] : [{ index, start, end, data: JSON.parse(json) as JsonValue }];
    } catch {
      return [];
    }
  });
  const kept = redactSequence(
    events.map(({ data }) => data),
    redactor,
  );
  for (const [at, { index, start, end, data }] of events.entries()) {
    const json = JSON.stringify(kept[at]);
    if (json !== JSON.stringify(data)) lines[index] = `${start}${json}${end}`;
  }
  return lines.join("\n");
}

/** Each item without its secrets, and without those that several items hold together at the same place. */
function redactSequence(items: readonly JsonValue[], redactor: Redactor): readonly JsonValue[] {
  const single = items.map((item) => redactor.tree(item));
  const byPath = new Map<string, string[]>();
  for (const item of single)
    eachText(item, "", (text, path) => {
      byPath.set(path, [...(byPath.get(path) ?? []), text]);
      return text;
    });
  const kept = new Map([...byPath].map(([path, texts]) => [path, redactor.pieces(texts)[Symbol.iterator]()]));
  return single.map((item) =>
    eachText(item, "", (text, path) => {
      const next = kept.get(path)?.next();
      return next?.done === false ? next.value : text;
    }),
  );
}

/** A copy with other texts, in the order of the walk. */
function eachText(value: JsonValue, path: string, change: (text: string, path: string) => string): JsonValue {
  if (typeof value === "string") return change(value, path);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonList(value)) return value.map((item, index) => eachText(item, `${path}[${String(index)}]`, change));
  const made: { [key: string]: JsonValue } = {};
  for (const [key, item] of Object.entries(value)) put(made, key, eachText(item, `${path}.${key}`, change));
  return made;
}
