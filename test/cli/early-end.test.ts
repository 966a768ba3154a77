import { EventEmitter } from "node:events";
import { expect } from "chai";
import { EarlyEnd } from "../../src/cli/early-end.js";

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

describe("EarlyEnd", () => {
  const begun = () => {
    const process = new FakeProcess();
    const told: string[] = [];
    let now = 0;
    const early = new EarlyEnd(
      process,
      (text) => told.push(text),
      () => now,
    );
    return { process, told, early, wait: (ms: number) => (now += ms) };
  };

  for (const [name, code, reason] of [
    ["SIGINT", 130, "interrupted by Ctrl-C"],
    ["SIGTERM", 143, "interrupted by SIGTERM"],
  ] as const) {
    it(`breaks the run off at the first ${name}, and ends the process at the second`, () => {
      const { process, told, early, wait } = begun();
      process.emit(name);
      expect(early.signal.aborted).to.equal(true);
      expect((early.signal.reason as Error).message).to.equal(reason);
      expect(process.exits).to.deep.equal([]);
      expect(told.join("")).to.include("what has finished is kept");
      wait(1000);
      process.emit(name);
      expect(process.exits).to.deep.equal([code]);
    });

    it(`has ${name} told by the exit code of a run that was reported all the same`, () => {
      const { process, early } = begun();
      process.emit(name);
      expect(early.done(1)).to.equal(code);
    });
  }

  it("takes the same signal twice within a moment for one, and another one for the second", () => {
    const { process, wait } = begun();
    process.emit("SIGINT");
    wait(20);
    process.emit("SIGINT");
    expect(process.exits).to.deep.equal([]);
    process.emit("SIGTERM");
    expect(process.exits).to.deep.equal([143]);
  });

  it("breaks the run off at an error that nobody caught, and says where it was thrown", () => {
    const { process, told, early } = begun();
    const error = new Error("late");
    error.stack =
      "Error: late\n    at listOnTimeout (node:internal/timers:581:17)\n    at tick (file:///app/agent.js:4:7)";
    process.emit("uncaughtException", error, "uncaughtException");
    expect(told.join("")).to.equal(
      "error: the run ends here, because of an error that nobody caught: late\n  at /app/agent.js:4:7\n",
    );
    expect((early.signal.reason as Error).message).to.equal("an error that nobody caught: late, at /app/agent.js:4:7");
    expect(early.done(0)).to.equal(1);
  });

  it("tells the first error only", () => {
    const { process, told } = begun();
    for (const message of ["one", "two"]) process.emit("uncaughtException", new Error(message), "uncaughtException");
    expect(told).to.have.length(1);
    expect(told[0]).to.include("one");
  });

  it("takes whatever was thrown", () => {
    const hostile = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("no");
      },
    });
    for (const thrown of [undefined, null, "text", { a: 1n }, hostile]) {
      const { process, told, early } = begun();
      process.emit("uncaughtException", thrown, "unhandledRejection");
      expect(told.join("")).to.match(
        /a rejected promise that nobody handled: .+\nIt does not say where it was thrown\.\n/,
      );
      expect(early.end?.code).to.equal(1);
    }
  });

  it("leaves an error alone that the agent's own listener takes", () => {
    const { process, told, early } = begun();
    process.on("uncaughtException", () => {});
    process.emit("uncaughtException", new Error("mine"), "uncaughtException");
    expect(told).to.deep.equal([]);
    expect(early.signal.aborted).to.equal(false);
    expect(early.done(0)).to.equal(0);
  });

  it("after the run keeps a verdict, but that an error is never a pass", () => {
    for (const [verdict, interrupted, failed] of [
      [0, 0, 1],
      [2, 2, 2],
    ] as const) {
      const { process, early, told } = begun();
      early.done(verdict);
      process.emit("SIGINT");
      process.emit("uncaughtException", new Error("late"), "uncaughtException");
      expect(process.exits).to.deep.equal([interrupted, failed]);
      expect(told.join("")).to.match(/^error: after the run: an error that nobody caught: late\n/);
    }
  });
});
