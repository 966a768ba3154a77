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
  const watched = (end?: { code: number; cause: string }) => {
    const process = new FakeProcess();
    const told: string[] = [];
    return { process, told, watch: new ExitWatch({ end }, process, (text) => told.push(text)) };
  };

  it("makes a process that ends before its work is done fail, whatever code it ends with", () => {
    for (const code of [0, 13]) {
      const { process, told, watch } = watched();
      watch.far("1 of 4 conversations");
      process.emit("exit", code);
      expect(process.exitCode).to.equal(1);
      expect(told.join("")).to.include(`ended (exit code ${String(code)}) before the run was over, by a promise that`);
      expect(told.join("")).to.include("1 of 4 conversations had finished");
    }
  });

  it("names what ended the run early, and keeps its exit code", () => {
    const { process, told } = watched({ code: 130, cause: "Ctrl-C" });
    process.emit("exit", 0);
    expect(process.exitCode).to.equal(130);
    expect(told.join("")).to.include("over, by Ctrl-C; no conversation had begun");
  });

  it("tells the command by which the run goes on, as long as it is not over", () => {
    const { process, told, watch } = watched();
    watch.resumable("npx rehearsal simulate --resume r1");
    process.emit("exit", 0);
    expect(told.join("")).to.match(/had begun\.\nIt goes on with: npx rehearsal simulate --resume r1\n$/);
    const other = watched();
    other.watch.resumable("npx rehearsal simulate --resume r1");
    other.watch.resumable(undefined);
    other.process.emit("exit", 0);
    expect(other.told.join("")).to.not.include("--resume");
  });

  it("lets nobody turn the verdict of a run that is done into a pass", () => {
    for (const verdict of [1, 2, 130, 143]) {
      const { process, told, watch } = watched();
      watch.done(verdict);
      process.exitCode = 0;
      process.emit("exit", 0);
      expect(process.exitCode).to.equal(verdict);
      expect(told).to.deep.equal([]);
    }
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
