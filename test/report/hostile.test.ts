import { expect } from "chai";
import fc from "fast-check";
import { errorOf } from "../../src/evaluation/assertion-error.js";
import { failureMessage } from "../../src/evaluation/failure-message.js";
import { mochaCommand } from "../../src/evaluation/replay.js";
import { caseStatus } from "../../src/evaluation/status.js";
import { renderTerminal } from "../../src/report/terminal.js";
import { fullRecord } from "./full-record.js";

/** Whatever a terminal may obey, or may hide, but for line feeds. */
const obeyed = /[^\P{Cc}\n]|\p{Cs}|\p{Zl}|\p{Zp}|(?![\u200c\u200d])\p{Cf}/u;

const escapes = ["\u001b[2J", "\u001b]0;owned\u0007", "\u009b31m", "\r", "\b", "\u0000", "\u007f", "\t"];
const invisible = ["\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\ud800", "\u{e0041}"];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...escapes, ...invisible, "\n", "a", " "), fc.string({ unit: "binary" })))
  .map((parts) => `x${parts.join("")}`);

/** An error as a runner prints it. */
const printed = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [String(error)];
  const { message, stack = "", cause } = error;
  const { actual, expected } = error as { actual?: unknown; expected?: unknown };
  const values = [actual, expected].flatMap((value) =>
    typeof value === "string" ? [value] : (JSON.stringify(value, null, 2) ?? []),
  );
  return [message, stack, ...values, ...(cause === undefined ? [] : printed(cause))];
};

describe("hostile text in any field of a run", () => {
  it("never reaches a terminal as it is (property)", () => {
    fc.assert(
      fc.property(fc.infiniteStream(hostile), hostile, fc.integer({ min: 40, max: 200 }), (texts, extra, width) => {
        const text = () => texts.next().value as string;
        const run = fullRecord(text);
        const replay = () => mochaCommand({ file: extra, title: extra, seed: extra });
        const shown = renderTerminal(run, { conversations: "all", replay, incomplete: extra, width });
        expect(shown).to.not.match(obeyed);
        for (const result of run.results) {
          const where = { at: extra, replay: replay() };
          expect(failureMessage(result, where)).to.not.match(obeyed);
          const cause = Object.assign(new Error(extra, { cause: extra }), { stack: extra });
          for (const it of printed(errorOf(result, "    at test.ts:1:2", where, cause)))
            expect(it).to.not.match(obeyed);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("costs time that grows with its length and no faster", function () {
    const size = 100_000;
    const long: Readonly<Record<string, string>> = {
      spaces: `a${" ".repeat(size)}b`,
      "spaces before a unit": `a${" ".repeat(size)}ms`,
      "line feeds": "\n".repeat(size),
      "carriage returns": "\r".repeat(size),
      "spaces and line feeds": " \n".repeat(size / 2),
      escapes: "\u001b".repeat(size),
      "bidi controls": "\u202e".repeat(size),
      "a word": "w".repeat(size),
      words: "word ".repeat(size / 5),
      commas: ",".repeat(size),
      quotes: '"'.repeat(size),
      backslashes: "\\".repeat(size),
      han: "订".repeat(size),
      emoji: "😀".repeat(size / 2),
      "marks on a letter": `a${"\u0301".repeat(size)}`,
      "lone surrogates": "\ud800".repeat(size),
      "turn after turn": "turn 1 ".repeat(size / 7),
    };
    this.timeout(120_000);
    for (const [what, text] of Object.entries(long)) {
      const started = performance.now();
      const { results, ...rest } = fullRecord(() => text);
      const run = { ...rest, results: results.slice(0, 2) };
      renderTerminal(run, { conversations: "all" });
      for (const result of run.results) {
        failureMessage(result);
        caseStatus({ metrics: result.metrics, error: text });
      }
      // A fraction of a second, on a machine that does other things as well; what is quadratic takes minutes.
      expect(performance.now() - started, what).to.be.below(10_000);
    }
  });
});
