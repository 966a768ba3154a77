import { expect } from "chai";
import { addPending, takePending, unwatchPending, watchPending } from "../../src/evaluation/pending-assertions.js";

const tick = () => new Promise(setImmediate);
const about = (promise: Promise<unknown>) => ({ call: "await it", frames: "", promise });

/** An assertion whose verdict is given by hand. */
function begun() {
  let pass = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    pass = resolve;
    fail = reject;
  });
  promise.catch(() => undefined);
  return { promise, pass, fail };
}

describe("pending assertions, while somebody watches,", () => {
  before(() => {
    // Where this suite itself runs with the hooks they watch already, and go on afterwards.
    takePending();
    watchPending();
    watchPending();
  });
  after(unwatchPending);

  it("are those that nobody waits for, and each is handed out once", async () => {
    const { promise, pass } = begun();
    const assertion = about(promise);
    addPending(assertion);
    pass();
    await tick();
    expect(takePending()).to.deep.equal([assertion]);
    expect(takePending()).to.deep.equal([]);
  });

  it("are those that somebody waits for and that have not settled", async () => {
    const { promise, pass } = begun();
    const assertion = about(promise);
    addPending(assertion)();
    expect(takePending()).to.deep.equal([assertion]);
    pass();
    await tick();
    expect(takePending()).to.deep.equal([]);
  });

  it("are not those that were waited for to the end, whichever came first", async () => {
    const [first, second] = [begun(), begun()];
    const seen = addPending(about(first.promise));
    addPending(about(second.promise))();
    first.pass();
    second.fail(new Error("boom"));
    await tick();
    seen();
    expect(takePending()).to.deep.equal([]);
  });

  it("are again those whose failure nobody handled in the end", async () => {
    const { promise, fail } = begun();
    const assertion = about(promise);
    addPending(assertion)();
    const error = new Error("boom");
    fail(error);
    await tick();
    expect(takePending()).to.deep.equal([]);
    process.emit("unhandledRejection", error, Promise.resolve());
    process.emit("unhandledRejection", new Error("of somebody else"), Promise.resolve());
    process.emit("unhandledRejection", "no error", Promise.resolve());
    expect(takePending()).to.deep.equal([assertion]);
  });

  it("are not told twice", async () => {
    const { promise, fail } = begun();
    addPending(about(promise))();
    expect(takePending()).to.have.length(1);
    const error = new Error("boom");
    fail(error);
    await tick();
    process.emit("unhandledRejection", error, Promise.resolve());
    expect(takePending()).to.deep.equal([]);
  });
});

describe("pending assertions, where nobody watches,", () => {
  it("are none, and what listened is gone", () => {
    watchPending();
    const listening = process.listenerCount("unhandledRejection");
    unwatchPending();
    unwatchPending();
    expect(process.listenerCount("unhandledRejection")).to.equal(listening - 1);
    addPending(about(Promise.resolve()));
    expect(takePending()).to.deep.equal([]);
  });

  it("leave no listener behind when one failed and was handled", async () => {
    const listening = process.listenerCount("unhandledRejection");
    const { promise, fail } = begun();
    addPending(about(promise))();
    fail(new Error("boom"));
    await tick();
    await tick();
    expect(process.listenerCount("unhandledRejection")).to.equal(listening);
  });
});
