import { expect } from "chai";
import type { ToolCall } from "../../../src/test-case/tool-call.js";
import type { Trace } from "../../../src/test-case/trace.js";
import { knowsRetrieval, knowsTools, readTrace, type ReadTraceInput } from "../../../src/tracing/index.js";
import { dumps, inputOf } from "../support/spans.js";

type Attributes = Record<string, unknown>;

/** What instrumentations leave out when they are told to, or lose: each is one family of attributes. */
const families: Readonly<Record<string, RegExp>> = {
  "what models were told":
    /^(llm\.input_messages|gen_ai\.(input\.messages|prompt)|ai\.prompt|lk\.(pii\.)?chat_ctx|input$|_input$)/,
  "what models were told, and all inputs":
    /^(llm\.input_messages|gen_ai\.(input\.messages|prompt)|gen_ai\.tool\.call\.arguments|ai\.prompt|ai\.toolCall\.args|input\.value|tool\.parameters|traceloop\.entity\.input|lk\.(pii\.)?(chat_ctx|user_input|function_tool\.arguments)|(langfuse\.observation|langwatch|confident\.span|rehearsal)\.input|input$|_input$)/,
  "what models answered":
    /^(llm\.output_messages|gen_ai\.(output\.messages|completion)|ai\.response\.(text|toolCalls))/,
  "all outputs":
    /^(llm\.output_messages|gen_ai\.(output\.messages|completion)|gen_ai\.tool\.call\.result|ai\.response\.(text|toolCalls|object)|ai\.toolCall\.result|output\.value|traceloop\.entity\.output|lk\.(pii\.)?(response|function_tool\.output)|(langfuse\.observation|langwatch|confident\.span|rehearsal)\.output|output$|_response$)/,
  "the arguments of tools":
    /^(gen_ai\.tool\.call\.arguments|ai\.toolCall\.args|tool\.parameters|lk\.(pii\.)?function_tool\.arguments)/,
  "the results of tools": /^(gen_ai\.tool\.call\.result|ai\.toolCall\.result|lk\.(pii\.)?function_tool\.output)/,
  "the names of tools": /^(gen_ai\.tool\.name|ai\.toolCall\.name|lk\.(pii\.)?function_tool\.name|tool\.name|name$)/,
  "the ids of calls": /(tool_call_id|tool_call\.id|tool\.call\.id|toolCall\.id|function_tool\.id)$/,
  "tokens that went in": /(prompt_tokens|input_tokens|inputTokens|promptTokens|token_count\.prompt)$/,
  "tokens that came out": /(completion_tokens|output_tokens|outputTokens|completionTokens|token_count\.completion)$/,
  "the texts of messages": /message\.content|message_content\.text/,
};

const texts = /message\.content$|message_content\.text$/;

/** The same with the attributes of a family gone (of all spans, or of one), or their texts hidden. */
function without(given: ReadTraceInput, family: RegExp, only: number | undefined, hidden?: string): ReadTraceInput {
  const input = structuredClone(given) as { spans?: Attributes[]; records?: Attributes[] };
  const held = (input.spans ?? input.records ?? []).map((each) => each.attributes ?? each.spanData ?? each.span_data);
  held.forEach((attributes, index) => {
    if (attributes === undefined || (only !== undefined && only !== index)) return;
    const all = attributes as Attributes;
    for (const key of Object.keys(all)) {
      if (!family.test(key)) continue;
      if (hidden === undefined) Reflect.deleteProperty(all, key);
      else if (texts.test(key) || typeof all[key] === "string") all[key] = hidden;
    }
  });
  return input as ReadTraceInput;
}

const said = ({ missing }: Trace, field: string): boolean => missing.some((each) => each.startsWith(field));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What `after` claims to know that differs from what was known before: none may. */
function contradictions(before: Trace, after: Trace): readonly string[] {
  const found: string[] = [];
  // An agent that does not show its answer answered what its own last model call said.
  const words = JSON.stringify(before.spans.findLast(({ kind }) => kind === "llm")?.output) ?? "";
  const isUnknown = after.output === null && said(after, "output: ");
  if (after.output !== before.output && !isUnknown && !words.includes(JSON.stringify(after.output)))
    found.push(`output ${JSON.stringify(before.output)} became ${JSON.stringify(after.output)}`);
  if (knowsTools(after)) {
    if (after.toolsCalled.length !== before.toolsCalled.length)
      found.push(`${String(before.toolsCalled.length)} calls became ${String(after.toolsCalled.length)}`);
    else after.toolsCalled.forEach((call, index) => found.push(...inCall(before.toolsCalled[index], call, after)));
  }
  if (knowsRetrieval(after) && !after.missing.some((each) => each.includes("retrieved documents without text")))
    if (!same(after.retrievalContext, before.retrievalContext)) found.push("other passages were retrieved");
  for (const key of ["inputTokens", "outputTokens", "totalTokens"] as const)
    if (after.usage[key] !== before.usage[key] && !(after.usage[key] === null && said(after, "usage: ")))
      found.push(`${key} ${String(before.usage[key])} became ${String(after.usage[key])}`);
  return found;
}

function inCall(before: ToolCall | undefined, after: ToolCall, { missing }: Trace): readonly string[] {
  const name = `${before?.name ?? ""} `;
  const isSaid = (what: string): boolean => missing.some((each) => each.includes(what));
  return [
    ...(before?.name === after.name || isSaid("name not recorded") || isSaid("name of the tool was not recorded")
      ? []
      : [`${name}became ${after.name}`]),
    ...(["inputParameters", "output", "error"] as const).flatMap((key) =>
      same(before?.[key], after[key]) || (after[key] === undefined && isSaid("not recorded"))
        ? []
        : [`${name}${key} ${JSON.stringify(before?.[key])} became ${JSON.stringify(after[key])}`],
    ),
    ...(before?.executed === after.executed ? [] : [`${name}executed became ${String(after.executed)}`]),
  ];
}

describe("what is hidden or lost in a dump of real spans", () => {
  for (const [name, family] of Object.entries(families)) {
    it(`makes no answer another one: ${name}`, () => {
      const wrong = dumps.flatMap((dump) => {
        const given = inputOf(dump);
        const before = readTrace(given);
        const count = (given.spans ?? given.records ?? []) as readonly unknown[];
        const places = [undefined, ...count.keys()];
        return places.flatMap((only) =>
          [undefined, "__REDACTED__"].flatMap((hidden) =>
            contradictions(before, readTrace(without(given, family, only, hidden))).map(
              (each) => `${dump}, span ${String(only ?? "each")}, ${hidden ?? "dropped"}: ${each}`,
            ),
          ),
        );
      });
      expect(wrong.join("\n")).to.equal("");
    });
  }
});
