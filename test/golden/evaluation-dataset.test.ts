import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import { EvaluationDataset, type InvalidDatasetError } from "../../src/golden/evaluation-dataset.js";
import { Golden } from "../../src/golden/golden.js";

async function failure(run: () => unknown): Promise<InvalidDatasetError> {
  try {
    await run();
  } catch (error) {
    expect(error).to.be.instanceOf(RehearsalError);
    return error as InvalidDatasetError;
  }
  throw new Error("was accepted");
}

const question = { id: "q", input: "Can I return shoes?" };
const conversation = { id: "c", scenario: "A refund." };

describe("EvaluationDataset", () => {
  describe("made of values", () => {
    it("holds goldens of both kinds in their order, frozen", () => {
      const dataset = new EvaluationDataset([conversation, new Golden(question), { ...question, id: "r" }]);
      expect(dataset.goldens.map(({ id }) => id)).to.deep.equal(["c", "q", "r"]);
      expect(dataset.conversationalGoldens).to.deep.equal([conversation]);
      expect(dataset.singleTurnGoldens.map(({ id }) => id)).to.deep.equal(["q", "r"]);
      expect(dataset.goldens).to.satisfy(Object.isFrozen);
      expect(dataset.goldens[0]).to.satisfy(Object.isFrozen);
      expect(dataset.issues).to.deep.equal([]);
    });

    it("takes a list, an object with goldens, or another dataset", () => {
      const dataset = new EvaluationDataset({ goldens: [question] });
      expect(dataset.goldens).to.deep.equal(new EvaluationDataset([question]).goldens);
      expect(new EvaluationDataset(dataset).goldens).to.deep.equal(dataset.goldens);
      expect(new EvaluationDataset([]).goldens).to.deep.equal([]);
    });

    it("names each golden that is wrong, and keeps the good ones", async () => {
      const goldens = [question, { inputs: "x" }, { ...conversation, trials: 0 }, { ...question }] as never;
      const error = await failure(() => new EvaluationDataset(goldens));
      expect(error.code).to.equal("invalid_input");
      expect(error.message).to.equal(
        "3 of 4 goldens are unusable:\n" +
          '  golden 2: has neither "input" (one question) nor "scenario" (a conversation); is "inputs" a slip for "input"?\n' +
          "  golden 3, trials: must be more than 0, not 0\n" +
          '  golden 4, id: the id "q" is taken by golden 1; give one of them another',
      );
      expect(error.dataset.goldens).to.deep.equal([question]);
    });

    for (const nothing of [undefined, null, "x", {}, { goldens: "x" }])
      it(`refuses ${JSON.stringify(nothing) ?? "undefined"}`, async () => {
        const { message } = await failure(() => new EvaluationDataset(nothing as never));
        expect(message).to.equal("EvaluationDataset takes a list of goldens, or { goldens: [...] }");
      });
  });

  describe("ids", () => {
    it("are made of the content, whatever the order of its keys", () => {
      const { id } = new ConversationalGolden({ scenario: "x", facts: { a: 1, b: 2 } });
      expect(new ConversationalGolden({ facts: { b: { value: 2 }, a: 1 }, scenario: "x" }).id).to.equal(id);
      expect(new ConversationalGolden({ scenario: "x", facts: { a: 1, b: 3 } }).id).to.not.equal(id);
      expect(id).to.match(/^[0-9a-f]{12}$/);
    });

    it("that were made stay when the golden is written and read", () => {
      const dataset = new EvaluationDataset([{ input: "x" }]);
      const [read] = EvaluationDataset.parse(dataset.stringify("yaml"), { format: "yaml" }).goldens;
      expect(read).to.deep.equal(dataset.goldens[0]);
    });

    it("that were made twice are goldens that say the same", async () => {
      const { issues } = await failure(() =>
        EvaluationDataset.parse('{"input":"x"}\n{"input":"x"}', { format: "jsonl" }),
      );
      expect(issues).to.deep.equal([
        {
          row: 2,
          line: 2,
          column: "id",
          path: "id",
          message: "says the same as row 1 (line 1); remove one, or give each an id",
        },
      ]);
    });

    it("that were given twice name both rows", async () => {
      const text = "- { id: a, input: x }\n\n- { id: a, scenario: y }\n";
      const { issues } = await failure(() => EvaluationDataset.parse(text, { format: "yaml" }));
      expect(issues[0]?.message).to.equal('the id "a" is taken by row 1 (line 1); give one of them another');
      expect(issues[0]).to.include({ row: 2, line: 3 });
    });
  });

  describe("with bad rows", () => {
    const text = "id,input,trials\na,x,1\nb,y,none\nc,z,2\n";

    it("is not made, and the error holds the good ones without printing them", async () => {
      const error = await failure(() => EvaluationDataset.parse(text, { format: "csv", file: "g.csv" }));
      expect(error.code).to.equal("invalid_file");
      expect(error.message).to.equal(
        'g.csv: 1 of 3 rows is unusable; correct it, or leave it out with onInvalid: "skip":\n' +
          '  g.csv:3 (row 2), column trials: must be a number, not "none"',
      );
      expect(error.dataset.goldens.map(({ id }) => id)).to.deep.equal(["a", "c"]);
      expect(inspect(error)).to.not.include("EvaluationDataset {");
    });

    it("is made of the good ones where that was asked for, and lists the others", () => {
      const { goldens, issues } = EvaluationDataset.parse(text, { format: "csv", onInvalid: "skip" });
      expect(goldens.map(({ id }) => id)).to.deep.equal(["a", "c"]);
      expect(issues).to.deep.equal([
        { row: 2, line: 3, column: "trials", path: "", message: 'must be a number, not "none"' },
      ]);
    });

    it("only is an error even where they may be skipped: nothing could be asserted", async () => {
      const options = { format: "jsonl", onInvalid: "skip" } as const;
      const { message } = await failure(() => EvaluationDataset.parse('{"input":1}', options));
      expect(message).to.include("1 of 1 row is unusable:");
    });

    it("prints twenty of them, and lists all", async () => {
      const lines = Array.from({ length: 50 }, () => "[]").join("\n");
      const { message, issues } = await failure(() => EvaluationDataset.parse(lines, { format: "jsonl" }));
      expect(issues).to.have.length(50);
      expect(message).to.match(/\n {2}and 30 more$/);
    });
  });

  describe("in a file", () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
    });
    after(() => {
      rmSync(folder, { recursive: true });
    });

    for (const extension of ["json", "jsonl", "csv", "yaml", "yml", "JSON"])
      it(`.${extension} is saved and loaded`, async () => {
        const file = join(folder, extension, `goldens.${extension}`);
        const dataset = new EvaluationDataset([question, conversation]);
        await dataset.save(file);
        expect((await EvaluationDataset.load(file)).goldens).to.deep.equal(dataset.goldens);
        expect((await EvaluationDataset.load(pathToFileURL(file))).goldens).to.deep.equal(dataset.goldens);
        expect(EvaluationDataset.loadSync(file).goldens).to.deep.equal(dataset.goldens);
        expect(EvaluationDataset.loadSync(pathToFileURL(file)).goldens).to.deep.equal(dataset.goldens);
      });

    it("is refused by loadSync in the words of load", async () => {
      const bad = join(folder, "bad.yaml");
      const latin = join(folder, "bad.csv");
      writeFileSync(bad, "- input: a\n- inputs: b\n");
      writeFileSync(latin, Buffer.from("id,input\na,caf\xe9\n", "latin1"));
      for (const file of [bad, latin, "no/such.csv", "goldens.txt", "goldens"]) {
        const { code, message } = await failure(() => EvaluationDataset.load(file));
        expect(await failure(() => EvaluationDataset.loadSync(file))).to.include({ code, message });
      }
      expect(EvaluationDataset.loadSync(bad, { onInvalid: "skip" }).goldens).to.have.length(1);
      const readFile = () => Buffer.from("id,input\na,b\n");
      expect(EvaluationDataset.loadSync("x", { format: "csv", readFile }).goldens).to.deep.equal([
        { id: "a", input: "b" },
      ]);
    });

    it("is replaced at once: no draft is left behind", async () => {
      const file = join(folder, "draft", "goldens.json");
      await new EvaluationDataset([question]).save(file);
      await new EvaluationDataset([conversation]).save(pathToFileURL(file));
      expect(readdirSync(join(folder, "draft"))).to.deep.equal(["goldens.json"]);
      expect(readFileSync(file, "utf8")).to.include("A refund.");
    });

    it("of another name needs the format", async () => {
      const file = join(folder, "goldens.txt");
      const dataset = new EvaluationDataset([question]);
      const { code, message } = await failure(() => dataset.save(file));
      expect(code).to.equal("invalid_file");
      expect(message).to.include("goldens.txt ends in .txt: goldens are kept in .json, .jsonl, .csv, .yaml or .yml");
      await dataset.save(file, { format: "yaml" });
      expect((await failure(() => EvaluationDataset.load(file))).message).to.include("ends in .txt");
      expect((await EvaluationDataset.load(file, { format: "yaml" })).goldens).to.deep.equal([question]);
      expect((await failure(() => EvaluationDataset.load("goldens"))).message).to.include("has no extension");
    });

    it("that is not there, or is a folder, is named", async () => {
      expect((await failure(() => EvaluationDataset.load("no/such.csv"))).message).to.equal(
        "no/such.csv can't be read: there is no such file",
      );
      expect((await failure(() => EvaluationDataset.load(folder, { format: "csv" }))).message).to.include("EISDIR");
    });

    it("that is not UTF-8 is refused, not garbled", async () => {
      const file = join(folder, "latin.csv");
      writeFileSync(file, Buffer.from("id,input\na,caf\xe9\n", "latin1"));
      expect((await failure(() => EvaluationDataset.load(file))).message).to.include("is not UTF-8 text");
    });

    it("of a spreadsheet that writes UTF-16 is read", async () => {
      const bytes = Buffer.from("\ufeffid\tinput\r\na\tcafé\r\n", "utf16le");
      const { goldens } = await EvaluationDataset.load("a.csv", { readFile: () => Promise.resolve(bytes) });
      expect(goldens).to.deep.equal([{ id: "a", input: "café" }]);
    });

    it("that can't be written is named", async () => {
      const full = () => Promise.reject(new Error("disk full"));
      const { message } = await failure(() => new EvaluationDataset([question]).save("a.json", { writeFile: full }));
      expect(message).to.equal("a.json can't be written: disk full");
    });

    it("is never one without goldens, which could not be read back", async () => {
      expect((await failure(() => new EvaluationDataset([]).stringify("csv"))).message).to.include("holds no goldens");
    });
  });

  it("refuses options that it does not know the meaning of", async () => {
    const format = await failure(() => EvaluationDataset.parse("x", { format: "xml" as never }));
    expect(format.message).to.equal('format must be one of json, jsonl, csv, yaml, not "xml"');
    const invalid = await failure(() => EvaluationDataset.parse("x", { format: "csv", onInvalid: "ignore" as never }));
    expect(invalid.message).to.equal('onInvalid must be throw or skip, not "ignore"');
  });

  it("costs little to import: zod and yaml are loaded when first used", () => {
    const source = new URL("../../src/golden/index.ts", import.meta.url).href;
    const code = `
      import { createRequire } from "node:module";
      const { cache } = createRequire(${JSON.stringify(source)});
      const loaded = () => ["zod", "yaml"].filter((name) => Object.keys(cache).some((file) => file.includes("/node_modules/" + name + "/")));
      const { EvaluationDataset } = await import(${JSON.stringify(source)});
      const steps = [loaded()];
      EvaluationDataset.parse('{"input":"x"}', { format: "jsonl" });
      steps.push(loaded());
      EvaluationDataset.parse("input,id\\nx,y", { format: "csv" });
      steps.push(loaded());
      EvaluationDataset.parse("- input: x", { format: "yaml" });
      steps.push(loaded());
      console.log(JSON.stringify(steps));`;
    const args = ["--import", "tsx", "--input-type=module", "-e", code];
    const steps = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as string[][];
    expect(steps).to.deep.equal([[], ["zod"], ["zod"], ["zod", "yaml"]]);
  });
});
