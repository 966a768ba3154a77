import { expect } from "chai";
import { ExitWatch } from "../../src/cli/exit-watch.js";

/** A process that tells its listeners what the real one would. */
class FakeProcess {
  exitCode: number | undefined;
  readonly listeners = new Map<string, (value: unknown) => void>();
  on(event: string, listener: (value: never) => void): void {
    this.listeners.set(event, listener as (value: unknown) => void);
  }
  emit(event: string, value: unknown): void {
    this.listeners.get(event)?.(value);
  }
}

describe("ExitWatch", () => {
  const watched = () => {
    const process = new FakeProcess();
    const told: string[] = [];
    return { process, told, watch: new ExitWatch(process, (text) => told.push(text)) };
  };

  it("makes a process that ends before its work is done fail, whatever code it ends with", () => {
    for (const code of [0, 13]) {
      const { process, told, watch } = watched();
      watch.far("1 of 4 conversations");
      watch.far(null);
      process.emit("exit", code);
      expect(process.exitCode).to.equal(1);
      expect(told.join("")).to.include(`ended (exit code ${String(code)}) before the run was over, by a promise that`);
      expect(told.join("")).to.include("1 of 4 conversations had finished");
    }
  });

  it("names an error that nobody caught", () => {
    const { process, told } = watched();
    process.emit("uncaughtExceptionMonitor", new Error("boo"));
    process.emit("exit", 1);
    expect(told.join("")).to.include("nobody caught (boo)").and.include("no conversation had begun");
  });

  it("lets nobody turn the verdict of a run that is done into a pass", () => {
    const { process, told, watch } = watched();
    watch.done(1);
    process.exitCode = 0;
    process.emit("exit", 0);
    expect(process.exitCode).to.equal(1);
    expect(told).to.deep.equal([]);
  });

  it("leaves a pass alone, and what fails after it too", () => {
    const { process, watch } = watched();
    watch.done(0);
    process.emit("exit", 0);
    expect(process.exitCode).to.equal(0);
    process.exitCode = 5;
    process.emit("exit", 5);
    expect(process.exitCode).to.equal(5);
  });
});
