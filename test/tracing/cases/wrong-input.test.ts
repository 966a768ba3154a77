import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import {
  conversationFromTraces,
  readTrace,
  readTraces,
  spanTestCases,
  testCaseFromTrace,
  turnFromTrace,
} from "../../../src/tracing/index.js";

const trace = readTrace({ spans: [] });
const wrong = <T>(value: unknown): T => value as T;

describe("functions of traces given something else", () => {
  const cases: Readonly<Record<string, readonly [work: () => unknown, told: string]>> = {
    "a whole file": [() => readTrace({ spans: wrong({ spans: [] }) }), "readTrace: spans must be a list of spans"],
    "a file for many": [() => readTraces({ spans: wrong({ spans: [] }) }), "give its `spans`"],
    "a list for the input": [() => readTraces(wrong([])), "as in readTraces({ spans })"],
    "a single trace": [() => conversationFromTraces(wrong(trace)), "got a single trace: put it into a list"],
    "no traces": [() => conversationFromTraces([wrong({ foo: 1 })]), "item 1 of the list must be a trace"],
    "an unknown way to group": [
      () => conversationFromTraces([trace], wrong({ by: "session" })),
      'by must be "conversation" or a function that names the conversation of a trace; got "session"',
    ],
    "an unknown option": [() => conversationFromTraces([trace], wrong({ bye: 1 })), 'did you mean "by"?'],
    "no options": [() => conversationFromTraces([trace], wrong(null)), "options must be an object; got null"],
    "a result of captureTrace": [() => turnFromTrace(wrong({ result: 1, trace })), "give its `trace`"],
    "a promise": [() => testCaseFromTrace(wrong(Promise.resolve(trace))), "a promise: await it first"],
    spans: [() => spanTestCases(wrong([])), "spanTestCases: give a trace, as readTrace"],
    nothing: [() => spanTestCases(wrong(undefined)), "got undefined"],
    "a number that is none": [() => turnFromTrace(trace, wrong("2")), 'there is no turn "2"'],
    "a golden with a key that nobody reads": [
      () => testCaseFromTrace(trace, wrong({ input: "Hi", forbiddenTool: ["pay"] })),
      'golden: unknown field "forbiddenTool" (did you mean "forbiddenTools"?)',
    ],
    "a golden that is none": [() => testCaseFromTrace(trace, wrong("Hi")), "a golden must be an object"],
  };
  for (const [name, [work, told]] of Object.entries(cases)) {
    it(`say what is wrong with ${name}`, () => {
      expect(work).to.throw(RehearsalError, told).with.property("code", "invalid_input");
    });
  }

  it("take a whole golden", () => {
    const golden = {
      id: "g",
      input: "Hi",
      trials: 3,
      sourceFile: "a.yaml",
      forbiddenTools: ["pay"],
      actualOutput: "x",
    };
    expect(testCaseFromTrace(trace, golden)).to.deep.include({ input: "Hi", forbiddenTools: ["pay"], goldenId: "g" });
  });

  it("say what a list of no spans holds instead of how to wrap an agent", () => {
    const { missing } = readTrace({ spans: wrong([{ foo: 1 }, null]) });
    expect(missing[0]).to.equal(
      "toolsCalled: nothing was recorded: spans must be a list of spans (each with a `name` or `attributes`) or an OTLP export (with `resourceSpans`); got a list in which none is one; the first item has the keys foo",
    );
  });
});
