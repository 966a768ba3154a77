import { expect } from "chai";
import { isPlaceholder } from "../../../src/tracing/reading/placeholders.js";
import { readTrace, type SpanInput } from "../../../src/tracing/index.js";
import { asking, span, toolSpan } from "../support/spans.js";

const args = (value: unknown): Record<string, unknown> => ({ "gen_ai.tool.call.arguments": JSON.stringify(value) });
const marked = { "rehearsal.redacted": true };
const asked = (id: string): object => ({ id: "c1", name: "find", arguments: { id } });
const calls = (...spans: readonly SpanInput[]) =>
  readTrace({ spans }).toolsCalled.map(({ name, inputParameters, executed }) => [name, inputParameters, executed]);

describe("calls whose arguments were changed before they were recorded", () => {
  it("are one where the model's span is masked, with the arguments that the tool got", () => {
    expect(calls(asking(0, [asked("…")], marked), toolSpan("find", 20, args({ id: "R-17" })))).to.deep.equal([
      ["find", { id: "R-17" }, undefined],
    ]);
  });

  it("are one where the tool's span is masked", () => {
    expect(calls(asking(0, [asked("R-17")]), toolSpan("find", 20, { ...args({ id: "…" }), ...marked }))).to.deep.equal([
      ["find", { id: "R-17" }, undefined],
    ]);
  });

  it("are one where both are, each in its own way", () => {
    const spans = [asking(0, [asked("…")], marked), toolSpan("find", 20, { ...args({ id: "***" }), ...marked })];
    expect(calls(...spans)).to.have.lengthOf(1);
  });

  it("are found in the order in which they were asked for, and still by exact arguments first", () => {
    const requests = asking(0, [asked("…"), { id: "c2", name: "find", arguments: { id: "B" } }], marked);
    const ran = ["B", "A"].map((id, index) => toolSpan("find", 20 + index, args({ id })));
    expect(readTrace({ spans: [requests, ...ran] }).toolsCalled.map(({ id }) => id)).to.deep.equal(["c2", "c1"]);
  });

  it("are one where one end of an MCP request lies within the other, or within an observed tool", () => {
    const observed = span(
      "find",
      20,
      { "rehearsal.span.kind": "tool", ...args({ id: "R-17" }) },
      { endTimeUnixMs: 60 },
    );
    const mcp = (at: number, value: string, parentSpanId: string, mark: object = {}) =>
      span(
        "tools/call find",
        at,
        { "mcp.method.name": "tools/call", "gen_ai.tool.name": "find", ...args({ id: value }), ...mark },
        { parentSpanId },
      );
    const client = mcp(21, "…", "find@20", marked);
    expect(calls(observed, client, mcp(22, "R-17", "tools/call find@21"))).to.deep.equal([
      ["find", { id: "R-17" }, undefined],
    ]);
  });

  it("are what the tool was given where nothing was changed and that differs from what was asked for", () => {
    expect(calls(asking(0, [asked("A")]), toolSpan("find", 20, args({ id: "B" })))).to.deep.equal([
      ["find", { id: "B" }, undefined],
    ]);
  });

  it("are one where a value is but what others write in place of it", () => {
    for (const hidden of ["__REDACTED__", "redacted-by-litellm", "[REDACTED]", "***"])
      expect(calls(asking(0, [asked(hidden)]), toolSpan("find", 20, args({ id: "R-17" }))), hidden).to.deep.equal([
        ["find", { id: "R-17" }, undefined],
      ]);
    const whole = asking(0, [{ id: "c1", name: "find", arguments: "redacted-by-litellm" }]);
    expect(calls(whole, toolSpan("find", 20, args({ id: "R-17" })))).to.have.lengthOf(1);
    expect(readTrace({ spans: [whole] }).missing).to.include("arguments not recorded: call 1 (find)");
  });
});

describe("placeholders", () => {
  it("are told from values", () => {
    const hidden = [
      "__REDACTED__",
      "<redacted>",
      "[Filtered]",
      "redacted-by-litellm",
      "REDACTED",
      "•••",
      "[REDACTED: email]",
    ];
    for (const each of hidden) expect(isPlaceholder(each), each).to.equal(true);
    for (const each of ["hidden", "filtered", "R-17", "", "*", "[draft]", "a redacted copy", "masked ball"])
      expect(isPlaceholder(each), each).to.equal(false);
  });
});
