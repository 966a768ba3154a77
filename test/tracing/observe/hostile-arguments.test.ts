import { expect } from "chai";
import { observe } from "../../../src/tracing/observe/observe.js";
import { captureTrace } from "../../../src/tracing/run/capture-trace.js";

describe("a tool that is given an argument which can't be read", () => {
  const throwing = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
      getPrototypeOf: () => {
        throw new Error("no");
      },
    },
  );
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const [what, argument] of [
    ["a proxy that throws", throwing],
    ["a revoked proxy", revoked],
  ] as const) {
    it(`is on record all the same: ${what}`, async () => {
      const deleteAccount = observe({ type: "tool", name: "delete_account" }, (_: object) => "done");
      const { trace } = await captureTrace(() => deleteAccount(argument));
      expect(trace.toolsCalled.map(({ name, output }) => [name, output])).to.deep.equal([["delete_account", "done"]]);
      expect(trace.missing.join()).to.include("can't be read");
    });
  }
});
