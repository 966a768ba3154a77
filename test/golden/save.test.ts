import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { EvaluationDataset } from "../../src/golden/evaluation-dataset.js";

const dataset = (id: string, length = 1) =>
  new EvaluationDataset(
    Array.from({ length }, (_, at) => ({ id: `${id}-${String(at)}`, input: `${id} ${String(at)}` })),
  );

describe("saving a dataset", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rehearsal-save-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("ten times at once to one path works each time, keeps the last and leaves no draft", async () => {
    const file = join(folder, "new", "goldens.json");
    // The first are the longest: were they to race, they would come last.
    const saves = Array.from({ length: 10 }, (_, at) => dataset(`d${String(at)}`, (10 - at) * 300).save(file));
    const outcomes = await Promise.allSettled(saves);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(10).fill("fulfilled"));
    expect((await EvaluationDataset.load(file)).goldens[0]?.id).to.equal("d9-0");
    expect(readdirSync(join(folder, "new"))).to.deep.equal(["goldens.json"]);
  });

  it("is not kept from a path by a save that failed there", async () => {
    const file = join(folder, "goldens.json");
    mkdirSync(file);
    const outcomes = await Promise.allSettled([dataset("a").save(file), dataset("b").save(file)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(readdirSync(folder)).to.deep.equal(["goldens.json"]);
    rmdirSync(file);
    await dataset("c").save(file);
    expect((await EvaluationDataset.load(file)).goldens[0]?.id).to.equal("c-0");
  });

  it("from several processes leaves one of theirs, whole", async () => {
    const file = join(folder, "goldens.jsonl");
    const source = new URL("../../src/golden/index.ts", import.meta.url).href;
    const code = `
      const { EvaluationDataset } = await import(${JSON.stringify(source)});
      const made = (id) => new EvaluationDataset(Array.from({ length: 500 }, (_, at) => ({ id: id + at, input: id + at })));
      await Promise.all(["x", "y", "z"].map((id) => made(process.pid + id).save(${JSON.stringify(file)})));`;
    const run = () => promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code]);
    await Promise.all([run(), run(), run()]);
    const { goldens, issues } = await EvaluationDataset.load(file);
    expect(goldens).to.have.length(500);
    expect(new Set(goldens.map(({ id }) => /^\d+z/.exec(id)?.[0])).size).to.equal(1);
    expect(issues).to.deep.equal([]);
    expect(readdirSync(folder)).to.deep.equal(["goldens.jsonl"]);
  });

  it("below what is no folder is an error", async () => {
    const file = join(folder, "goldens.json");
    await dataset("a").save(file);
    const error = await dataset("b")
      .save(join(file, "below", "x.json"))
      .then(
        () => undefined,
        (thrown: unknown) => thrown as Error,
      );
    expect(error?.message).to.match(/below.x\.json can't be written: ENOTDIR/);
    expect(readdirSync(folder)).to.deep.equal(["goldens.json"]);
  });

  it("where the system makes no folders is an error, and does not try for ever", async function () {
    if (!existsSync("/proc/self")) return this.skip();
    const error = await dataset("b")
      .save("/proc/rehearsal/x.json")
      .then(
        () => undefined,
        (thrown: unknown) => thrown as Error,
      );
    expect(error?.message).to.include("/proc/rehearsal/x.json can't be written");
  });
});
