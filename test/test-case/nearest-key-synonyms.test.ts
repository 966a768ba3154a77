import { expect } from "chai";
import { ToolCall } from "../../src/index.js";

describe("a key of a call by the name that others give it", () => {
  it("is told what it is called here", () => {
    for (const [key, meant] of [
      ["arguments", "inputParameters"],
      ["args", "inputParameters"],
      ["result", "output"],
    ] as const)
      expect(() => new ToolCall({ name: "t", [key]: {} })).to.throw(`did you mean "${meant}"?`);
  });
});
