import { expect } from "chai";
import { readTrace } from "../../../src/tracing/index.js";
import { timeOf } from "../../../src/tracing/records/record-kind.js";
import { toolSpan } from "../support/spans.js";

describe("records", () => {
  it("of several kinds and spans are read together", () => {
    const trace = readTrace({
      spans: [toolSpan("third", 3000)],
      records: [
        { run_type: "tool", id: "r", name: "second", start_time: 2000, end_time: 2010, inputs: {} },
        {
          type: "tool_call",
          id: "m",
          traceId: "t",
          name: "tool: 'first'",
          startTime: new Date(1000),
          endTime: new Date(1010),
          input: {},
        },
      ],
    });
    expect(trace.toolsCalled.map(({ name }) => name)).to.deep.equal(["first", "second", "third"]);
  });

  it("of no known kind are counted", () => {
    const evil = Object.defineProperty({}, "run_type", {
      get() {
        throw new Error("no");
      },
    });
    const records = [null, 7, {}, { type: "tool_call" }, evil, []] as object[];
    expect(readTrace({ records }).missing).to.include("6 of the records given are of no known kind");
    expect(() => readTrace({ records: 7 as unknown as object[] })).to.throw("records must be a list");
  });

  it("may be a single one", () => {
    const run = { run_type: "tool", id: "r", name: "look", start_time: 2000, inputs: {} };
    expect(readTrace({ records: run as unknown as object[] }).toolsCalled).to.have.lengthOf(1);
  });

  it("have times of many makes", () => {
    const time = Date.parse("2024-09-19T17:16:48.637Z");
    for (const same of [
      time,
      new Date(time),
      "2024-09-19T17:16:48.637Z",
      "2024-09-19T17:16:48.637",
      "2024-09-19 17:16:48.637",
      "2024-09-19T19:16:48.637+02:00",
    ])
      expect(timeOf(same), String(same)).to.equal(time);
    const zone = process.env.TZ;
    process.env.TZ = "America/New_York";
    expect(timeOf("2024-09-19T17:16:48.637")).to.equal(time);
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    expect(timeOf("2024-09-19T17:16:48.637974Z")).to.be.closeTo(time + 0.974, 1e-3);
    for (const none of [undefined, null, "", "soon", Number.NaN, new Date(Number.NaN), {}])
      expect(timeOf(none)).to.equal(null);
  });
});
