import fc from "fast-check";
import { readsAsTrace, recordLists, spanLists } from "../support/garbage-traces.js";

/** Another seed each time, which a failure names. */
describe("readTrace on 10,000 lists of garbage", function () {
  this.timeout(600_000);

  it("of spans and log records", () => fc.assert(fc.property(spanLists, readsAsTrace), { numRuns: 10_000 }));
  it("of records", () => fc.assert(fc.property(recordLists, readsAsTrace), { numRuns: 10_000 }));
});
