import assert from "node:assert";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { RehearsalError } from "../../src/errors.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { parseRun, readRun } from "../../src/evaluation/read-run.js";
import { recordLines } from "../../src/evaluation/record-lines.js";
import { newRunId } from "../../src/evaluation/run-id.js";
import type { RunRecord } from "../../src/evaluation/run-record.js";
import type { JsonObject } from "../../src/test-case/json.js";
import { inScratch, metric, stated } from "./fakes.js";

const cases = [
  { input: "q", actualOutput: "$5", mustCommunicate: ["$5"], trace: undefined },
  { turns: [{ role: "assistant" as const, content: "a\ud800\u2028b\u0000\n", latencyMs: 3 }], name: "odd \udfff text" },
  { input: 7 },
];
const run = (record: string | boolean, more: object = {}) =>
  evaluate(cases as Parameters<typeof evaluate>[0], {
    stated,
    record,
    metrics: [metric("m", { details: ["d"], actual: { a: [null] }, flaky: undefined as never })],
    hyperparameters: { model: "m-1" },
    seed: "7",
    ...more,
  });

const linesOf = (record: RunRecord): string[] => [...recordLines(record)];

describe("a run record on disk", () => {
  it("is read back equal, odd characters and bad test cases included", async () => {
    await inScratch(async (folder) => {
      const record = await run(folder);
      expect(record.path).to.equal(join(folder, record.id, "run.jsonl"));
      expect(await readRun(record.path ?? "")).to.deep.equal(record);
      assert.deepStrictEqual(await readRun(record.path ?? ""), record);
    });
  });

  it("is a header, one line for each result, and a summary", async () => {
    const lines = linesOf(await run(false)).map((line) => JSON.parse(line) as JsonObject);
    expect(lines.map(({ type }) => type)).to.deep.equal(["run", "result", "result", "result", "summary"]);
    expect(lines[0]).to.include.keys("version", "id", "startedAt", "rehearsal", "seed", "hyperparameters");
    expect(lines[4]).to.deep.include({ summary: { passed: 2, failed: 0, errored: 1, skipped: 0, flakyFailures: 0 } });
  });

  it("survives any text and any JSON in it (property)", () => {
    const anyText = fc.string({ unit: "binary" });
    const text = anyText.map((it) => `${it}.`);
    const jsonObject = fc.dictionary(anyText, fc.jsonValue({ stringUnit: "binary" })) as fc.Arbitrary<JsonObject>;
    return fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text, metadata: jsonObject }), { minLength: 1 }),
        jsonObject,
        async (given, hyperparameters) => {
          const testCases = given.map((it) => ({
            input: it.text,
            actualOutput: it.text,
            name: it.text,
            metadata: it.metadata,
          }));
          const record = await evaluate(testCases, { stated, metrics: [metric("m")], record: false, hyperparameters });
          expect(parseRun(linesOf(record).join(""), "x")).to.deep.equal(record);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is readable by its owner alone, and leaves nothing else behind", async () => {
    await inScratch(async (folder) => {
      const { id, path = "" } = await run(join(folder, "deep", "down"));
      expect(statSync(path).mode & 0o777).to.equal(0o600);
      expect(readdirSync(join(folder, "deep", "down", id))).to.deep.equal(["run.jsonl"]);
    });
  });

  it("of many runs at once never mixes", async () => {
    await inScratch(async (folder) => {
      const records = await Promise.all(Array.from({ length: 12 }, () => run(folder)));
      expect(new Set(records.map(({ id }) => id)).size).to.equal(12);
      for (const record of records) expect(await readRun(record.path ?? "")).to.deep.equal(record);
    });
  });

  it("is never written over: a second run of the same id is refused before anything is measured", async () => {
    await inScratch(async (folder) => {
      const newId = () => "same";
      await run(folder, { newId });
      let measured = 0;
      const error = await run(folder, { newId, metrics: [metric("m", () => (measured += 1))] }).catch(
        (it: unknown) => it,
      );
      expect(error).to.be.instanceOf(RehearsalError).and.have.property("message").that.includes("same");
      expect(measured).to.equal(0);
    });
  });

  it("goes nowhere an id could lead", async () => {
    await inScratch(async (folder) => {
      for (const id of ["../up", "a/b", "", ".."]) {
        const error = await run(folder, { newId: () => id }).catch((it: unknown) => it);
        expect(error).to.be.instanceOf(RehearsalError);
      }
      expect(readdirSync(folder)).to.deep.equal([]);
    });
  });

  it("that can't be begun is an error before anything is measured", async () => {
    await inScratch(async (folder) => {
      writeFileSync(join(folder, "file"), "");
      let measured = 0;
      const counting = { metrics: [metric("m", () => (measured += 1))] };
      const places: [directory: string, message: RegExp][] = [
        [join(folder, "file"), /file is no directory; give evaluate another directory.*record: false/],
        [join(folder, "file", "below"), /ENOTDIR/],
        ["/dev/null", /no directory/],
      ];
      for (const [directory, message] of places) {
        const error = await run(directory, counting).catch((it: unknown) => it);
        expect(error).to.be.instanceOf(RehearsalError).and.have.property("code", "invalid_file");
        expect((error as Error).message).to.match(message);
      }
      expect(measured).to.equal(0);
    });
  });

  it("that can't be finished is a warning: what was measured stays", async () => {
    await inScratch(async (folder) => {
      const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
      const block = metric("m", () => {
        writeFileSync(join(folder, "id", "run.jsonl.tmp"), "");
        return { name: "m", verdict: "passed", score: 1, threshold: 1, reason: "" };
      });
      const record = await evaluate([{ input: "q" }], { stated, record: folder, newId: () => "id", metrics: [block] });
      expect(record.passed).to.equal(true);
      expect(record).to.not.have.property("path");
      expect((await warned).message).to.include("can't be recorded");
      expect(existsSync(join(folder, "id", "run.jsonl"))).to.equal(false);
    });
  });
});

describe("reading a run record", () => {
  let lines: string[] = [];
  before(async () => {
    lines = linesOf(await run(false));
  });
  const messageFor = (content: string): string => {
    try {
      parseRun(content, "runs/a.jsonl");
    } catch (error) {
      expect(error).to.be.instanceOf(RehearsalError).and.have.property("code", "invalid_file");
      return (error as Error).message;
    }
    return "no error";
  };

  it("says where a file that is none goes wrong", () => {
    for (const foreign of ["", "\n", "hello", '{"a":1}\n', "[]\n", '{"type":"golden"}\n', "null\n"]) {
      expect(messageFor(foreign)).to.match(/^runs\/a\.jsonl, line 1: this is no run record/);
    }
  });

  it("says which version it reads", () => {
    const other = (lines[0] ?? "").replace('"version":2', '"version":3');
    expect(messageFor([other, ...lines.slice(1)].join(""))).to.equal(
      "runs/a.jsonl, line 1: the record has version 3, and this Rehearsal reads versions 1 and 2: a newer one wrote it, so update the package rehearsal",
    );
    const none = (lines[0] ?? "").replace('"version":2', '"version":"1\\u001b"');
    expect(messageFor(none)).to.match(/has version 1\\u\{1b\}, and this Rehearsal reads versions 1 and 2$/);
  });

  it("reads one of version 1, of which neither rates nor blame are known", () => {
    const old = readFileSync(new URL("../fixtures/run-record-1.jsonl", import.meta.url), "utf8");
    const record = parseRun(old, "runs/a.jsonl");
    expect(record).to.include({ version: 1, passed: false }).and.not.have.any.keys("rates", "gate");
    expect(record.results[1]).to.include({ verdict: "failed" }).and.not.have.property("blame");
  });

  it("tells a file that was cut off at any character from a whole one", () => {
    const whole = lines.join("");
    for (let length = 0; length < whole.length - 1; length += 1) {
      const message = messageFor(whole.slice(0, length));
      expect(message).to.match(/line \d: .*(cut off|no run record)/);
    }
    // Only the last line feed is missing: everything is there.
    expect(messageFor(whole.slice(0, -1))).to.equal("no error");
  });

  it("names the line of what is damaged", () => {
    const at = (index: number, line: string) => lines.map((it, position) => (position === index ? line : it)).join("");
    expect(messageFor(at(2, "{broken\n"))).to.equal("runs/a.jsonl, line 3: this is no JSON");
    expect(messageFor(at(1, (lines[1] ?? "").replace('"verdict":"passed"', '"verdict":"great"')))).to.match(
      /line 2.*verdict/s,
    );
    expect(messageFor(at(1, (lines[1] ?? "").replace('"testCase":{', '"testCase":{"colour":"red",')))).to.match(
      /line 2.*testCase.*colour/s,
    );
    expect(messageFor(at(1, '{"type":"other"}\n'))).to.match(/line 2/);
    expect(messageFor(at(1, ""))).to.equal("runs/a.jsonl, line 4: the summary does not count the 2 results before it");
    expect(messageFor(`${lines.join("")}${lines[1] ?? ""}`)).to.equal(
      "runs/a.jsonl, line 6: there is more after the summary",
    );
    expect(messageFor(`${lines.slice(0, -1).join("")}${lines.join("")}`)).to.equal(
      "runs/a.jsonl, line 5: another run begins here, and a record holds one",
    );
  });

  it("believes no summary that calls a run passed whose results did not", () => {
    const last = lines.at(-1) ?? "";
    const forged = last.replace('"passed":false', '"passed":true');
    expect(forged).to.not.equal(last);
    expect(messageFor([...lines.slice(0, -1), forged].join(""))).to.include('the summary says "passed": true');
  });

  it("says that a directory is none", async () => {
    await inScratch(async (folder) => {
      const error = await readRun(folder).catch((it: unknown) => it);
      expect(error).to.be.instanceOf(RehearsalError).and.have.property("message").that.includes("give the run.jsonl");
    });
  });

  it("says which file is not there", async () => {
    const error = await readRun("no/such/run.jsonl").catch((it: unknown) => it);
    expect(error).to.be.instanceOf(RehearsalError).and.have.property("message").that.includes("no/such/run.jsonl");
  });
});

describe("the id of a run", () => {
  it("sorts by time and ends at random", () => {
    const at = (time: number) => newRunId(time, () => "beef");
    expect(at(Date.UTC(2026, 10, 30, 16, 28, 5, 7))).to.equal("20261130T162805007Z-beef");
    expect(newRunId(0))
      .to.match(/^19700101T000000000Z-[0-9a-f]{8}$/)
      .and.not.equal(newRunId(0));
  });
});

describe("the file of a record", () => {
  it("holds no more than its lines", async () => {
    await inScratch(async (folder) => {
      const record = await run(folder);
      expect(readFileSync(record.path ?? "", "utf8")).to.equal(linesOf(record).join(""));
    });
  });
});
