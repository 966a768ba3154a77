import { expect } from "chai";
import fc from "fast-check";
import { contentOf } from "../../../src/tracing/observe/content.js";
import { Unrecorded } from "../../../src/tracing/observe/snapshot.js";

describe("the content of a flat object", () => {
  it("is what it was when it was recorded", () => {
    const given: Record<string, unknown> = { id: "A-1", amount: 5 };
    const content = contentOf(given);
    given.id = "B-2";
    given.more = true;
    expect(content).to.deep.include({ isText: false, value: { id: "A-1", amount: 5 } });
    expect((content as { text: string }).text).to.equal('{"id":"A-1","amount":5}');
  });

  it("is just what its JSON text says", () => {
    fc.assert(
      fc.property(fc.object({ withBigInt: true, withDate: true, maxDepth: 1 }), (given) => {
        const content = contentOf(given);
        if (content === undefined || content instanceof Unrecorded) return;
        const spelled = JSON.stringify(given, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item));
        expect(content.text).to.equal(spelled);
        if (content.value !== undefined) expect(content.value).to.deep.equal(JSON.parse(spelled));
      }),
    );
  });

  it("runs no getter for a copy, and leaves toJSON its say", () => {
    let runs = 0;
    const lazy = Object.defineProperty({}, "id", { enumerable: true, get: () => ++runs });
    const content = contentOf(lazy);
    expect(content).to.not.have.property("value");
    expect(runs).to.equal(2); // once to look for promises, once to spell it
    expect(contentOf({ secret: "x", toJSON: () => "hidden" })).to.deep.equal({ text: '"hidden"', isText: false });
  });
});
