import type { CaseResult } from "../evaluation/run-record.js";
import { transcript } from "../evaluation/transcript.js";
import type { Paint } from "./paint.js";
import { hang } from "./text-width.js";

/** The conversation of a case, the turn and call that decided marked. */
export function renderConversation(result: CaseResult, { paint, width }: { paint: Paint; width: number }): string[] {
  const decisive = result.metrics.find(({ verdict, turn }) => verdict === "failed" && turn !== undefined);
  const lines = transcript(result.testCase, { turn: decisive?.turn, call: decisive?.call });
  const column = Math.max(0, ...lines.map((line) => speaker.exec(line)?.[0].length ?? 0));
  return ["", ...lines.flatMap((line) => hang(line, width - 4, column).map((piece) => tint(line, piece, paint)))];
}

/** `> assistant   4  `: the mark, who speaks, the number of the turn. */
const speaker = /^[> ] (user|assistant|input|output) +(\d+ {2})?/;

function tint(line: string, piece: string, paint: Paint): string {
  const indented = `    ${piece}`;
  if (/^\s*✗/.test(line)) return paint.verdict("failed", indented);
  if (!speaker.test(line)) return paint.dim(indented);
  return line.startsWith(">") ? paint.bold(indented) : indented;
}
