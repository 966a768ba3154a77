import { expect } from "chai";
import fc from "fast-check";
import { Content } from "../../../instrumentation/shared/content.js";
import { chat } from "../../../instrumentation/openai/operations/chat.js";
import { responses } from "../../../instrumentation/openai/operations/responses.js";
import type { Operation } from "../../../instrumentation/openai/operations/operation.js";
import { spelled } from "../../../src/tracing/observe/external-record.js";

/** Cuts a text at the given places, which may leave empty pieces. */
function cut(text: string, places: readonly number[]): string[] {
  const cuts = [...places.map((place) => place % (text.length + 1)), 0, text.length].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
}

function told(operation: Operation, answer: unknown) {
  const { attributes, ...others } = operation.response(
    answer,
    new Content({ captureContent: true, tracer: undefined }),
  );
  return { attributes: spelled(attributes), ...others };
}

function merged(operation: Operation, chunks: readonly unknown[]) {
  const merge = operation.merge?.();
  if (merge === undefined) throw new Error("it is never streamed");
  for (const chunk of chunks) merge.add(chunk);
  return { told: told(operation, merge.result()), isComplete: merge.isComplete };
}

/** What a whole answer with these calls, that has not ended, tells. */
const wholeOf = (calls: readonly object[]) =>
  told(chat, { choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls: calls } }] });

const places = fc.array(fc.nat(200), { maxLength: 6 });
const text = fc.string({ unit: "grapheme", maxLength: 60 });
const call = fc.record({ id: fc.uuid(), name: fc.constantFrom("a", "b"), args: fc.json({ maxDepth: 2 }), places });
const choice = fc.record({
  content: fc.option(
    text.filter((it) => it !== ""),
    { nil: null },
  ),
  calls: fc.array(call, { maxLength: 3 }),
  places,
  reason: fc.constantFrom("stop", "length", "tool_calls"),
});

interface Said {
  readonly content: string | null;
  readonly calls: readonly {
    readonly id: string;
    readonly name: string;
    readonly args: string;
    readonly places: number[];
  }[];
  readonly places: readonly number[];
  readonly reason: string;
}

const wholeChoice = ({ content, calls, reason }: Said, index: number) => ({
  index,
  finish_reason: reason,
  message: {
    role: "assistant",
    content,
    refusal: null,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, args }) => ({ id, type: "function", function: { name, arguments: args } })),
    }),
  },
});

/** The deltas of one choice; those of its calls take turns. */
function deltasOf({ content, calls, places: at, reason }: Said, index: number): object[] {
  const delta = (part: object, finish: string | null = null) => ({ index, delta: part, finish_reason: finish });
  const ofCalls = calls.map(({ id, name, args, places: cuts }, nth) => [
    { index: nth, id, type: "function", function: { name, arguments: "" } },
    ...cut(args, cuts).map((piece) => ({ index: nth, function: { arguments: piece } })),
  ]);
  return [
    delta({ role: "assistant", content: content === null ? null : "" }),
    ...(content === null ? [] : cut(content, at).map((piece) => delta({ content: piece }))),
    ...interleaved(ofCalls).map((piece) => delta({ tool_calls: [piece] })),
    delta({}, reason),
  ];
}

const interleaved = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();

describe("merging a stream", () => {
  it("of a chat completion tells what the whole answer tells, however it is cut and mixed", () => {
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 3 }), fc.boolean(), (said, counted) => {
        const usage = counted ? { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } : undefined;
        const whole = { id: "c", model: "m", choices: said.map(wholeChoice), usage };
        const chunk = (choices: readonly object[], more = {}) => ({ id: "c", model: "m", choices, ...more });
        const chunks = [
          ...interleaved(said.map(deltasOf)).map((delta) => chunk([delta])),
          ...(counted ? [chunk([], { usage })] : []),
        ];
        expect(merged(chat, chunks)).to.deep.equal({ told: told(chat, whole), isComplete: true });
      }),
    );
  });

  it("of a response tells what the whole answer tells, by its last event or by its pieces", () => {
    fc.assert(
      fc.property(text, fc.array(call, { maxLength: 3 }), places, (words, calls, at) => {
        const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: words }] };
        const items = calls.map(({ id, name, args }) => ({
          type: "function_call",
          call_id: id,
          name,
          arguments: args,
        }));
        const whole = { id: "r", model: "m", status: "completed", output: [message, ...items] };
        const events = [
          { type: "response.created", response: { id: "r", model: "m", status: "in_progress", output: [] } },
          { type: "response.output_item.added", output_index: 0, item: { ...message, content: [] } },
          ...calls.map(({ id, name }, index) => ({
            type: "response.output_item.added",
            output_index: index + 1,
            item: { type: "function_call", call_id: id, name, arguments: "" },
          })),
          ...cut(words, at).map((delta) => ({
            type: "response.output_text.delta",
            output_index: 0,
            content_index: 0,
            delta,
          })),
          ...interleaved(
            calls.map(({ args, places: cuts }, index) =>
              cut(args, cuts).map((delta) => ({
                type: "response.function_call_arguments.delta",
                output_index: index + 1,
                delta,
              })),
            ),
          ),
        ];
        const last = { type: "response.completed", response: whole };
        expect(merged(responses, [...events, last])).to.deep.equal({ told: told(responses, whole), isComplete: true });
        // Only that it finished is not known then.
        const cutOff = { ...whole, status: "incomplete" };
        expect(merged(responses, events)).to.deep.equal({ told: told(responses, cutOff), isComplete: false });
      }),
    );
  });

  it("takes calls apart that a compatible server sends without an index", () => {
    const delta = (part: object) => ({ choices: [{ index: 0, delta: { tool_calls: [part] } }] });
    const { told: answer } = merged(chat, [
      delta({ id: "1", function: { name: "a", arguments: '{"x"' } }),
      delta({ function: { arguments: ":1}" } }),
      delta({ id: "2", function: { name: "b", arguments: "{}" } }),
    ]);
    expect(answer.attributes["gen_ai.output.messages"]).to.equal(
      '[{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"a","arguments":{"x":1}},{"type":"tool_call","id":"2","name":"b","arguments":{}}]}]',
    );
  });

  it("takes pieces of one call together where a compatible server sends its id with each, and no index", () => {
    const piece = (id: string, args: string) => ({ id, type: "function", function: { name: "a", arguments: args } });
    const chunks = [piece("1", '{"n"'), piece("1", ":1}"), piece("2", "{}")];
    const { told } = merged(
      chat,
      chunks.map((each) => ({ choices: [{ index: 0, delta: { tool_calls: [each] } }] })),
    );
    expect(told).to.deep.equal(wholeOf([piece("1", '{"n":1}'), piece("2", "{}")]));
  });

  it("has its calls in the order of their index, whichever came first", () => {
    const piece = (index: number) => ({
      index,
      id: String(index),
      type: "function",
      function: { name: "a", arguments: "{}" },
    });
    const { told } = merged(chat, [{ choices: [{ index: 0, delta: { tool_calls: [piece(1), piece(0)] } }] }]);
    expect(told).to.deep.equal(wholeOf([piece(0), piece(1)]));
  });

  it("survives chunks that are no chunks", () => {
    for (const operation of [chat, responses]) {
      fc.assert(fc.property(fc.array(fc.anything()), (chunks) => void merged(operation, chunks)));
    }
  });
});
