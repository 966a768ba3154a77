import { expect } from "chai";
import fc from "fast-check";
import { contentOf } from "../../../src/tracing/observe/content.js";
import { Unrecorded } from "../../../src/tracing/observe/snapshot.js";

/** What JSON has no numbers for is spelled as text. */
const spelling = (_: string, item: unknown): unknown =>
  typeof item === "bigint" || (typeof item === "number" && !Number.isFinite(item)) ? String(item) : item;

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
        const spelled = JSON.stringify(given, spelling);
        expect(content.text).to.equal(spelled);
        if (content.value !== undefined) expect(content.value).to.deep.equal(JSON.parse(spelled));
      }),
    );
  });

  it("runs a getter once, and leaves toJSON its say", () => {
    let runs = 0;
    const lazy = Object.defineProperty({}, "id", { enumerable: true, get: () => ++runs });
    expect(contentOf(lazy)).to.have.deep.property("value", { id: 1 });
    expect(contentOf({ deep: [lazy] })).to.have.deep.property("value", { deep: [{ id: 2 }] });
    expect(runs).to.equal(2);
    expect(contentOf({ secret: "x", toJSON: () => "hidden" })).to.deep.equal({ text: '"hidden"', isText: false });
    expect(contentOf({ secret: "x", toJSON: () => ({ shown: 1 }) })).to.have.deep.property("value", { shown: 1 });
  });
});

describe("the content of any value", () => {
  it("is what JSON makes of it, spelled or not", () => {
    fc.assert(
      fc.property(
        fc.anything({ withDate: true, withNullPrototype: true, withSparseArray: true, maxDepth: 4 }),
        (given) => {
          const content = contentOf(given);
          if (content === undefined || content instanceof Unrecorded || content.isText) return;
          expect(content.text).to.equal(JSON.stringify(given, spelling));
          if (content.value !== undefined) expect(content.value).to.deep.equal(JSON.parse(content.text));
        },
      ),
    );
  });

  it("goes no further into a value than what is kept of it is long", () => {
    let reads = 0;
    const item = Object.defineProperty({}, "text", { enumerable: true, get: () => (reads++, "x".repeat(1_000)) });
    const content = contentOf({ items: Array.from({ length: 20_000 }, () => item) });
    expect(content).to.deep.equal(new Unrecorded("more than the 1000000 characters that are kept"));
    expect(reads).to.be.below(1_001);
    expect(contentOf({ list: new Array(4_000_000_000) })).to.be.instanceOf(Unrecorded);
    expect(contentOf({ map: new Map(Array.from({ length: 1_000_001 }, (_, at) => [at, 1])) })).to.be.instanceOf(
      Unrecorded,
    );
  });

  it("is no longer than that either where its spelling grows", () => {
    expect(contentOf({ text: "\u0000".repeat(300_000) })).to.deep.equal(
      new Unrecorded("1800011 characters, more than the 1000000 that are kept"),
    );
    expect(contentOf([...Array.from({ length: 100_000 }, () => Math.PI)])).to.be.instanceOf(Unrecorded);
  });
});
