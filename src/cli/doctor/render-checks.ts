import { neutralise } from "../../evaluation/neutralise.js";
import { counted } from "../../test-case/counted.js";
import { paintFor } from "../../report/paint.js";
import { padEnd, textWidth, wrap } from "../../report/text-width.js";
import type { Check } from "./check.js";

const looks = { ok: ["passed", "✓"], note: ["skipped", "·"], problem: ["failed", "✗"] } as const;

export interface RenderChecksOptions {
  readonly version: string;
  readonly color: boolean;
  readonly width: number;
}

export function renderChecks(checks: readonly Check[], { version, color, width }: RenderChecksOptions): string {
  const paint = paintFor(color);
  const names = Math.max(0, ...checks.map(({ name }) => textWidth(name)));
  const room = Math.max(30, width - names - 4);
  const lines = checks.flatMap(({ name, status, found, advice }) => {
    const [verdict, mark] = looks[status];
    const [first = "", ...rest] = [
      ...wrap(neutralise(found), room),
      ...(advice === undefined || advice === "" ? [] : wrap(neutralise(advice), room).map(paint.dim)),
    ];
    return [
      `${paint.verdict(verdict, mark)} ${padEnd(name, names)}  ${first}`,
      ...rest.map((line) => " ".repeat(names + 4) + line),
    ];
  });
  const problems = checks.filter(({ status }) => status === "problem").length;
  const end =
    problems === 0
      ? paint.verdict("passed", "Ready.")
      : paint.verdict("failed", `${counted(problems, "problem")} to mend.`);
  return [`Rehearsal ${version}`, "", ...lines, "", end, ""].join("\n");
}
