import { writeSync } from "node:fs";
import { neutraliseLines } from "../evaluation/neutralise.js";
import type { Shell } from "./shell.js";

/** Text of several lines that a terminal shows and does not obey, whoever wrote parts of it. */
export const safeText = (text: string): string => neutraliseLines(text.replaceAll("\r\n", "\n"));

/** JSON that can be shown likewise, and says the same. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/**
 * A shell through which nothing reaches a terminal that it would obey: what an agent threw, a dataset says or the user
 * typed may hold escape sequences. Only our own colours pass.
 */
export const safeShell = (shell: Shell): Shell => ({
  ...shell,
  out: (text) => shell.out(shell.color ? safeButColours(text) : safeText(text)),
  err: (text) => shell.err(safeText(text)),
});

const safeButColours = (text: string): string =>
  text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, index) => (index % 2 === 1 ? part : safeText(part)))
    .join("");

/** To standard error, and done when it returns: for a process that is about to end. */
export function toStderr(text: string): void {
  try {
    writeSync(2, safeText(text));
  } catch {
    // Nobody reads it; the exit code says it still.
  }
}
