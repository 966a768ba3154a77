import { expect } from "chai";
import { documentsOf } from "../../../src/tracing/reading/documents.js";

const read = (value: Parameters<typeof documentsOf>[0]) => documentsOf(value)?.documents;

describe("retrieved documents", () => {
  it("are read from strings and from objects that call their passage by any usual name", () => {
    expect(
      read([
        "plain",
        { context: "a" },
        { text: "b" },
        { content: "c" },
        { pageContent: "d", metadata: {} },
        { document: "e" },
      ]),
    ).to.deep.equal(["plain", "a", "b", "c", "d", "e"]);
  });

  it("keep source, id, score and metadata, also from one level down", () => {
    expect(
      read([
        { text: "a", id: 7, score: 0.5, url: "https://a" },
        { pageContent: "b", metadata: { source: "b.md", page: 3 } },
        { id: "c", score: 1, metadata: { text: "c", title: "C" } },
        { score: 0.1, node: { text: "d", id: "n" } },
      ]),
    ).to.deep.equal([
      { context: "a", source: "https://a", id: "7", score: 0.5 },
      { context: "b", source: "b.md", metadata: { source: "b.md", page: 3 } },
      { context: "c", source: "C", id: "c", score: 1, metadata: { text: "c", title: "C" } },
      { context: "d", id: "n", score: 0.1 },
    ]);
  });

  it("are found in an object that holds a list of them, and in a single one", () => {
    expect(read({ matches: [{ text: "a" }] })).to.deep.equal(["a"]);
    expect(read({ text: "a" })).to.deep.equal(["a"]);
    expect(read("a")).to.deep.equal(["a"]);
    expect(read([])).to.deep.equal([]);
  });

  it("without text are named", () => {
    expect(documentsOf([{ id: "doc_2", score: 0.4 }, { score: 1 }, "  ", { text: "a" }])).to.deep.equal({
      documents: ["a"],
      withoutText: ["doc_2", "number 2", "number 3"],
    });
  });

  it("are unknown where there is no list", () => {
    for (const value of [undefined, null, 7, "", { found: 3 }]) expect(documentsOf(value)).to.equal(undefined);
  });
});
