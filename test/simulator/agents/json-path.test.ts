import { expect } from "chai";
import fc from "fast-check";
import { RehearsalError } from "../../../src/errors.js";
import { lookUp, parsePath } from "../../../src/simulator/agents/json-path.js";

const at = (value: unknown, path: string) => lookUp(value, parsePath(path));

describe("a JSON path", () => {
  const value = { a: { "b c": [10, { d: "deep" }, null] }, "": 1, "x.y": 2, 'say "hi"': 3 };
  const found: readonly [string, unknown][] = [
    ["$", value],
    ["$.a['b c'][0]", 10],
    ['$.a["b c"][1].d', "deep"],
    ["$.a['b c'][-1]", null],
    ['$["x.y"]', 2],
    ["$['']", 1],
    ['$["say \\"hi\\""]', 3],
  ];
  for (const [path, expected] of found) {
    it(`${path} leads to ${JSON.stringify(expected)}`, () => {
      expect(at(value, path)).to.deep.equal({ found: true, value: expected });
    });
  }

  it("tells how far it got where it leads nowhere", () => {
    expect(at(value, "$.a.e.f")).to.deep.equal({ found: false, reached: "$.a", wanted: "e", at: value.a });
    expect(at([1], "$[1]")).to.deep.equal({ found: false, reached: "$", wanted: 1, at: [1] });
    expect(at([1], "$[-2]")).to.include({ found: false });
    expect(at([1], "$.length")).to.include({ found: false });
    expect(at("text", "$[0]")).to.include({ found: false });
  });

  it("leads to nothing that objects merely inherit", () => {
    expect(at({}, "$.constructor")).to.include({ found: false });
    expect(at({}, "$.__proto__")).to.include({ found: false });
  });

  for (const path of ["answer", "", "$.", "$..a", "$.*", "$[*]", "$[?(@.a)]", "$[1", "$ .a", "$a", "$.a b"]) {
    it(`${JSON.stringify(path)} is refused with what is understood`, () => {
      expect(() => parsePath(path))
        .to.throw(RehearsalError, /^httpAgent: the path ".*" (does not begin|is not understood).*"\$\.choices\[0\]/)
        .with.property("code", "invalid_input");
    });
  }

  it("finds whatever it is spelled out for", () => {
    const step = fc.oneof(fc.string(), fc.nat(5));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), fc.jsonValue(), (steps, leaf) => {
        const path = `$${steps.map((each) => `[${JSON.stringify(each)}]`).join("")}`;
        const built = steps.reduceRight<unknown>(
          (inner, each) =>
            typeof each === "number"
              ? Array.from({ length: each + 1 }, () => inner)
              : Object.defineProperty({}, each, { value: inner, enumerable: true }),
          leaf,
        );
        // Escapes of JSON other than \" and \\ are no part of a path.
        fc.pre(!/\\[^"\\]/.test(path));
        expect(at(built, path)).to.deep.equal({ found: true, value: leaf });
      }),
    );
  });
});
