import { expect } from "chai";
import { inRange } from "../../../src/cli/doctor/version-range.js";

describe("inRange", () => {
  for (const [version, range, answer] of [
    ["20.19.0", "^20.19 || >=22.12", true],
    ["20.18.3", "^20.19 || >=22.12", false],
    ["21.7.0", "^20.19 || >=22.12", false],
    ["22.12.0", "^20.19 || >=22.12", true],
    ["24.1.0", "^20.19 || >=22.12", true],
    ["4.0.0", ">=4 <8", true],
    ["7.99.1", ">=4 <8", true],
    ["8.0.0", ">=4 <8", false],
    ["3.9.9", ">=4 <8", false],
    ["1.10.0", "^1.9.0", true],
    ["1.8.9", "^1.9.0", false],
    ["0.3.1", "^0.3.0", true],
    ["0.4.0", "^0.3.0", false],
    ["v20.20.2", "20.20.2", true],
    ["workspace", ">=4", null],
    ["4.0.0", "latest", null],
    ["4.0.0", "~4.1", null],
  ] as const) {
    it(`${version} in ${range}: ${String(answer)}`, () => expect(inRange(version, range)).to.equal(answer));
  }
});
