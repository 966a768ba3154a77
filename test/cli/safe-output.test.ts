import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { safeJson, safeShell, safeText } from "../../src/cli/safe-output.js";
import { anyText } from "../test-case/arbitrary-text.js";
import { Workspace } from "./workspace.js";

/** What a terminal obeys, or what hides or reorders what follows; a line break is ours. */
const obeyed = /(?!\n)\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|(?![\u200c\u200d])\p{Cf}/u;
const escapes = "a\u001b[2Jb\u009b31m\r\u0007\u202ec\u2028\ud800";

describe("what the command line prints", () => {
  const texts = fc.oneof(
    anyText,
    fc
      .array(fc.constantFrom("\u001b[31m", "\u001b]0;t\u0007", "\r", "\n", "\u202e", "\ud800", "x", "\u009b"))
      .map((it) => it.join("")),
  );

  it("holds nothing that a terminal obeys, whoever wrote it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(safeText(text)).to.not.match(obeyed);
        expect(safeText(safeText(text))).to.equal(safeText(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps our own colours, on a terminal only", () => {
    const written: string[] = [];
    const shell = (color: boolean) =>
      safeShell({
        cwd: "",
        env: {},
        color,
        width: 80,
        out: (text) => written.push(text),
        err: (text) => written.push(text),
        progress: () => {},
        resumable: () => {},
        screen: { write: () => true },
        signal: new AbortController().signal,
      });
    const text = "\u001b[32m✓\u001b[39m \u001b[2J  two\n";
    shell(true).out(text);
    shell(false).out(text);
    shell(true).err(text);
    const plain = "\\u{1b}[32m✓\\u{1b}[39m \\u{1b}[2J  two\n";
    expect(written).to.deep.equal(["\u001b[32m✓\u001b[39m \\u{1b}[2J  two\n", plain, plain]);
  });

  it("says the same as JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(texts, texts), (value) => {
        const text = safeJson(value);
        expect(text).to.not.match(obeyed);
        expect(JSON.parse(text)).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  describe("of what others wrote", () => {
    const quoted = JSON.stringify(escapes);
    const workspace = new Workspace({
      "agent.mjs": `export default async () => ${quoted};`,
      "throws.mjs": `throw new Error(${quoted});`,
      "fails.mjs": `export default async () => { throw new Error(${quoted}); };`,
      "exports.cjs": `module.exports = { [${quoted}]: 1 };`,
      "good.jsonl": JSON.stringify({ id: escapes, name: escapes, scenario: "x", mustCommunicate: [escapes, "y"] }),
      "mixed.jsonl": `${JSON.stringify({ id: "a", scenario: "x" })}\n${JSON.stringify({ id: escapes, input: "x" })}`,
      "keys.jsonl": `${JSON.stringify({ scenario: "x", [escapes]: 1 })}\n${JSON.stringify({ scenario: "x" })}`,
      "doubled.jsonl": `{${quoted}:1,${quoted}:2}\n${JSON.stringify({ scenario: "x" })}`,
      "head.csv": `id,scenario,"${escapes.replace("\r", "")}"\n1,"x"y,\n2,x,\n`,
    });
    after(() => workspace.remove());
    const commands: [string, string[]][] = [
      ["an agent's text", ["simulate", "good.jsonl", "-a", "agent.mjs", "--conversations", "all"]],
      ["an agent's error", ["simulate", "good.jsonl", "-a", "fails.mjs", "--json"]],
      ["an agent's error at import", ["simulate", "good.jsonl", "-a", "throws.mjs"]],
      ["an agent's exports", ["simulate", "good.jsonl", "-a", "exports.cjs"]],
      ["the id of a question", ["simulate", "mixed.jsonl", "-a", "agent.mjs"]],
      ["a dataset's keys", ["simulate", "keys.jsonl", "-a", "agent.mjs", "--json"]],
      ["a dataset's keys that are there twice", ["simulate", "doubled.jsonl", "-a", "agent.mjs"]],
      ["a dataset's columns", ["simulate", "head.csv", "-a", "agent.mjs"]],
      ["the ids of a dataset", ["simulate", "good.jsonl", "-a", "agent.mjs", "--only", "nothing"]],
      ["the command line: --only", ["simulate", "good.jsonl", "-a", "agent.mjs", "--only", escapes]],
      ["the command line: an option", ["simulate", `--${escapes}`]],
      ["the command line: a command", [escapes]],
      ["the command line: a value", ["simulate", "good.jsonl", "--trials", escapes]],
      ["the command line: a file", ["simulate", escapes, "-a", "agent.mjs"]],
      ["the command line: an agent", ["simulate", "good.jsonl", "-a", escapes]],
      [
        "the command line: a directory",
        ["simulate", "good.jsonl", "-a", "agent.mjs", "--record-dir", `agent.mjs/${escapes}`],
      ],
      ["an agent in doctor", ["doctor", "-a", "throws.mjs"]],
      ["an agent in doctor, as JSON", ["doctor", "-a", "agent.mjs", "--json"]],
    ];
    for (const [what, argv] of commands) {
      it(`shows it and obeys nothing: ${what}`, async () => {
        const record = argv[0] === "simulate" && !argv.includes("--record-dir") ? ["--no-record"] : [];
        const { out, err } = await workspace.run(...argv, ...record);
        expect(out).to.not.match(obeyed);
        expect(err).to.not.match(obeyed);
        expect(out + err).to.match(/\\u/);
      });
    }

    it("or could write", async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(texts, texts, texts, async (id, key, said) => {
          const golden = {
            id: `a${id}`,
            scenario: `x${said}`,
            metadata: { [key]: said },
            mustCommunicate: [`z${key}`],
          };
          writeFileSync(
            join(workspace.folder, "any.jsonl"),
            `${JSON.stringify(golden)}\n${JSON.stringify({ scenario: "x", [`k${key}`]: said })}`,
          );
          count += 1;
          const agent = `any-${String(count)}.mjs`;
          writeFileSync(
            join(workspace.folder, agent),
            `export default () => { throw new Error(${JSON.stringify(said)}); };`,
          );
          const { out, err } = await workspace.run("simulate", "any.jsonl", "-a", agent, "--no-record", "--json");
          expect(out).to.not.match(obeyed);
          expect(err).to.not.match(obeyed);
          expect(() => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as unknown).to.not.throw();
        }),
        { numRuns: 30 },
      );
    });
  });
});
