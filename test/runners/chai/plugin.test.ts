import * as chai from "chai";
import { rehearsalChai } from "../../../src/runners/chai/plugin.js";
import { RehearsalError } from "../../../src/errors.js";
import { dedented } from "../../evaluation/fakes.js";
import type { ConversationalTestCaseInput } from "../../../src/test-case/conversational-test-case.js";

const { expect } = chai.use(rehearsalChai);

const refund: ConversationalTestCaseInput = {
  turns: [
    { role: "user", content: "Refund A-1042, please." },
    {
      role: "assistant",
      content: "I can refund $59.90. Shall I?",
      latencyMs: 320,
      interrupted: true,
      toolsCalled: [
        { name: "lookup_order", inputParameters: { order_id: "A-1" } },
        { name: "lookup_order", inputParameters: { order_id: "A-1042", full: true } },
      ],
      retrievalContext: [
        { id: "returns", source: "policies/returns-policy.md", context: "Within 30\n days." },
        "Plain text.",
      ],
    },
    { role: "user", content: "Yes." },
    {
      role: "assistant",
      content: "Done.",
      latencyMs: 410,
      interrupted: false,
      retrievalContext: [],
      toolsCalled: [
        { name: "refund_order", inputParameters: { order_id: "A-1042", amount: 59.9 } },
        { name: "send_email", inputParameters: {} },
        { name: "delete_account", inputParameters: {}, executed: false },
        { name: "audit", batch: "b", inputParameters: {} },
        { name: "log", batch: "b" },
      ],
    },
  ],
  endReason: { by: "user", reason: "Thanks." },
};

/** The message with which an assertion fails. */
function failing(assertion: () => unknown, kind: new (...args: never[]) => Error = chai.AssertionError): string {
  try {
    assertion();
  } catch (error) {
    expect(error).to.be.instanceOf(kind);
    return dedented((error as Error).message);
  }
  throw new Error("the assertion held");
}

describe("expect(testCase).to.have.calledTool", () => {
  it("finds calls by name, and by arguments that contain the given ones", () => {
    expect(refund).to.have.calledTool("lookup_order");
    expect(refund).to.have.calledTool("lookup_order", { order_id: "A-1042" });
    expect(refund).to.not.have.calledTool("cancel_order");
    expect(refund).to.not.have.calledTool("lookup_order", { order_id: "A-2" });
  });

  it("says what was called instead", () => {
    expect(failing(() => expect(refund).to.have.calledTool("lookup_order", { order_id: "B" }))).to.equal(
      `expected the conversation to have called lookup_order with {"order_id":"B"}
  calls of lookup_order:
    turn 2, call 1: lookup_order {"order_id":"A-1"}
    turn 2, call 2: lookup_order {"order_id":"A-1042","full":true}`,
    );
    expect(failing(() => expect(refund).to.have.calledTool("cancel_order"))).to.include(
      "turn 4, call 5: log (arguments not known)",
    );
    expect(failing(() => expect({ input: "q", toolsCalled: [] }).to.have.calledTool("a"))).to.include(
      "no tool was called",
    );
    expect(failing(() => expect(refund).to.not.have.calledTool("send_email"))).to.match(
      /not to have called send_email\n.*\n.*turn 4, call 2/,
    );
  });

  it("counts no call that never ran, and takes even an attempt for a breach of .not", () => {
    expect(failing(() => expect(refund).to.have.calledTool("delete_account"))).to.include("(requested, never ran)");
    expect(failing(() => expect(refund).to.not.have.calledTool("delete_account"))).to.include("delete_account");
  });

  it("passes neither way where it is not known what was called", () => {
    for (const unknown of [{ input: "q" }, { turns: [{ role: "assistant" as const, content: "x" }] }]) {
      expect(failing(() => expect(unknown).to.have.calledTool("a"))).to.include("not known which tools were called");
      expect(failing(() => expect(unknown).to.not.have.calledTool("a"))).to.include(
        "not known which tools were called",
      );
    }
    expect(failing(() => expect(refund).to.have.calledTool("log", { a: 1 }))).to.include("arguments are not known");
    expect(failing(() => expect(refund).to.not.have.calledTool("log", { a: 1 }))).to.include("arguments are not known");
  });

  it("counts", () => {
    expect(refund).to.have.calledTool("refund_order").once;
    expect(refund).to.have.calledTool("lookup_order").twice.and.exactly(2);
    expect(refund).to.have.calledTool("lookup_order", { order_id: "A-1042" }).once;
    expect(failing(() => expect(refund).to.have.calledTool("lookup_order").once)).to.match(
      /called lookup_order once, but it did twice\n.*\n.*turn 2, call 1.*\n.*turn 2, call 2/,
    );
    expect(failing(() => expect(refund).to.have.calledTool("lookup_order").exactly(3))).to.include("3 times");
    expect(refund).to.have.calledTool("lookup_order").but.not.once;
  });

  it("orders", () => {
    expect(refund).to.have.calledTool("refund_order").once.and.before("send_email");
    expect(refund).to.have.calledTool("refund_order").after("lookup_order");
    expect(refund).to.have.calledTool("refund_order").but.not.after("send_email");
    expect(failing(() => expect(refund).to.have.calledTool("send_email").before("refund_order"))).to.match(
      /before refund_order\n.*\n.*call 2: send_email.*\n.*call 1: refund_order/,
    );
    expect(failing(() => expect(refund).to.have.calledTool("send_email").before("never_called"))).to.include(
      "never_called was never called",
    );
    expect(failing(() => expect(refund).to.have.calledTool("send_email").and.not.before("never_called"))).to.include(
      "never called",
    );
    expect(failing(() => expect(refund).to.have.calledTool("audit").before("log"))).to.include("requested together");
  });

  it("looks into one turn", () => {
    expect(refund).to.have.calledTool("lookup_order").inTurn(2).twice;
    expect(failing(() => expect(refund).to.have.calledTool("lookup_order").inTurn(4))).to.include(
      "lookup_order in turn 4",
    );
  });

  it("says how it is written where it is written wrong", () => {
    expect(failing(() => expect(refund).to.be.once, RehearsalError)).to.include("calledTool");
    expect(failing(() => expect(refund).to.not.have.calledTool("a").once, RehearsalError)).to.include(".not");
  });

  it("works on answers, turns and traces", () => {
    const toolsCalled = [{ name: "search" }];
    expect({ input: "q", toolsCalled }).to.have.calledTool("search").once;
    expect({ role: "assistant", content: "x", toolsCalled }).to.have.calledTool("search");
    expect(() => expect([refund]).to.have.calledTool("a")).to.throw(RehearsalError, "array");
  });
});

describe("expect(testCase).to.have.calledTools", () => {
  it("matches lists as matchToolCalls does", () => {
    expect(refund).to.have.calledTools(["send_email", "refund_order"]);
    expect(refund).to.have.calledTools([{ name: "refund_order", inputParameters: { amount: 59.9 } }], {
      args: "contains",
    });
    expect(refund).to.not.have.calledTools(["send_email", "refund_order"], { mode: "inOrder" });
    expect(failing(() => expect(refund).to.have.calledTools(["cancel_order"]))).to.include("cancel_order");
  });

  it("passes neither way where there is nothing to tell", () => {
    expect(failing(() => expect({ input: "q" }).to.not.have.calledTools(["a"]))).to.include("not known");
    const optional = [{ name: "a", optional: true }];
    expect(failing(() => expect(refund).to.have.calledTools(optional))).to.include("nothing to match");
    expect(failing(() => expect(refund).to.not.have.calledTools(optional))).to.include("nothing to match");
  });
});

describe("what was retrieved, said and needed", () => {
  it("retrieved: by id, source or text", () => {
    for (const wanted of ["returns", "returns-policy", "Within 30 days", "Plain"])
      expect(refund).to.have.retrieved(wanted);
    expect(refund).to.not.have.retrieved("shipping");
    expect(failing(() => expect(refund).to.have.retrieved("shipping"))).to.match(
      /retrieved shipping\n.*\n.*returns-policy\.md: Within 30 ⏎ days/,
    );
    expect(failing(() => expect({ input: "q" }).to.not.have.retrieved("x"))).to.include("not known");
  });

  it("communicated: by value or words", () => {
    expect(refund).to.have.retrieved("returns").and.communicated("$59.90");
    expect(refund).to.not.have.communicated("$60");
    expect(failing(() => expect(refund).to.have.communicated("$60"))).to.include("I can refund $59.90. Shall I?");
    expect(failing(() => expect({ input: "q" }).to.not.have.communicated("x"))).to.include("not known");
  });

  it("latency: bounds on replies", () => {
    expect(refund).to.have.latency({ p50: 320, max: 410 });
    expect(refund).to.have.latency({ p95: 800 }).and.interruptions({ atMost: 1 });
    expect(failing(() => expect(refund).to.have.latency({ max: 400 }))).to.include("max 410 ms (at most 400 ms)");
    expect(failing(() => expect(refund).to.have.latency({ p95: 400 }))).to.include("p95 410 ms (at most 400 ms)");
    expect(refund).to.not.have.latency({ p95: 400 });
    expect(failing(() => expect({ input: "q" }).to.have.latency({ max: 1 }))).to.include("no latency is known");
    expect(() => expect(refund).to.have.latency({ p96: 1 } as never)).to.throw(RehearsalError, "p96");
  });

  it("interruptions: at most so many", () => {
    expect(failing(() => expect(refund).to.have.interruptions({ atMost: 0 }))).to.include("1 was cut off (turn 2)");
    expect(failing(() => expect({ input: "q" }).to.have.interruptions({ atMost: 0 }))).to.include("no reply");
  });

  it("endedBy: who ended it", () => {
    expect(refund).to.be.endedBy("user");
    expect(refund).to.not.be.endedBy("cap");
    expect(failing(() => expect(refund).to.be.endedBy("cap"))).to.include("ended by user: Thanks.");
    expect(failing(() => expect({ turns: refund.turns }).to.not.be.endedBy("cap"))).to.include("not known");
  });
});

describe("a conversation that broke off", () => {
  it("says what happened, and not what did not", () => {
    const broken = { ...refund, error: "the agent threw" };
    expect(broken).to.have.calledTool("refund_order").and.communicated("$59.90");
    expect(failing(() => expect(broken).to.not.have.calledTool("cancel_order"))).to.include(
      "broke off (the agent threw)",
    );
    expect(failing(() => expect(broken).to.not.have.communicated("sorry"))).to.include("broke off");
  });
});

describe("a failing matcher", () => {
  it("begins with the user's own message, and points at the user's line", () => {
    try {
      expect(refund, "no refund").to.have.calledTool("cancel_order");
    } catch (error) {
      const { message, stack = "" } = error as Error;
      expect(message).to.match(/^no refund: expected the conversation/);
      expect(stack.split("\n").find((line) => /^\s+at /.test(line))).to.include("plugin.test.ts");
      return;
    }
    throw new Error("it held");
  });

  it("shows hostile text and does not obey it", () => {
    const hostile = { input: "q", toolsCalled: [{ name: "a\u001b[2J", inputParameters: { x: "#{this}\u202e" } }] };
    const message = failing(() => expect(hostile).to.have.calledTool("b"));
    expect(message).to.include("a\\u{1b}[2J").and.include("#{this}");
    expect(message).to.not.match(/[\u001b\u202e]/);
  });
});
