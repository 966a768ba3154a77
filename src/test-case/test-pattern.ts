import vm from "node:vm";
import { RehearsalError } from "../errors.js";

/** Longer text is not searched. */
export const MAX_PATTERN_TEXT = 100_000;
/** In milliseconds: a pattern that backtracks for longer than this is given up. */
const TIME_LIMIT = 1000;
/** Searches that surely take no more steps than this need nobody to stop them; about ten milliseconds. */
const FEW_STEPS = 1_000_000;

interface Room {
  readonly search: vm.Script;
  readonly context: { pattern: RegExp; text: string };
}

let room: Room | undefined;

/** A place of its own for the search, since only there it can be stopped; made when first needed. */
const makeRoom = (): Room => ({
  search: new vm.Script("pattern.test(text)"),
  context: vm.createContext({ pattern: /(?:)/, text: "" }) as Room["context"],
});

/**
 * Whether the pattern is found in the text. A pattern can take exponential time on the wrong text (`(a+)+$`), and text
 * comes from an agent: text above {@link MAX_PATTERN_TEXT} characters and searches of more than a second are errors.
 */
export function testPattern(pattern: RegExp, text: string): boolean {
  if (text.length > MAX_PATTERN_TEXT) {
    throw new RehearsalError(
      "not_measured",
      `the text has ${text.length.toLocaleString("en")} characters; patterns are tried on at most ${MAX_PATTERN_TEXT.toLocaleString("en")}`,
    );
  }
  // With these flags a RegExp looks only where it stopped before.
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
  if (mostSteps(pattern.source, text.length) <= FEW_STEPS) return stateless.test(text);
  const { search, context } = (room ??= makeRoom());
  context.pattern = stateless;
  context.text = text;
  try {
    return search.runInContext(context, { timeout: TIME_LIMIT }) === true;
  } catch (cause) {
    const message = `the pattern /${pattern.source}/ ran for more than a second on a text of ${text.length.toLocaleString("en")} characters; write it without nested repetition, and without repetitions of the same thing side by side`;
    throw new RehearsalError("not_measured", message, { cause });
  } finally {
    context.text = "";
  }
}

/**
 * An upper bound of the steps of a search: from every character on, every way to choose among alternatives and numbers
 * of repetitions, and the whole pattern along each. Infinite where repetitions may be nested, or what is repeated
 * depends on what was found.
 */
function mostSteps(source: string, length: number): number {
  if (/\\[1-9k]/.test(source)) return Infinity;
  const plain = source
    .replace(/\\[^]/g, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/\(\?(?:<?[=!]|<[^>]*>|[^:(]*:)/g, "(");
  if (/\)(?:[*+]|\{\d)/.test(plain)) return Infinity;
  let steps = (length + 1) * (plain.length + 1);
  for (const [, sign, from, comma, to] of plain.matchAll(/([*+?]|\{(\d+)(,?)(\d*)\})\??/g)) {
    if (sign === "?") steps *= 2;
    else if (comma === "") steps *= 1 + Number(from);
    else steps *= 1 + (to === undefined || to === "" ? length : Math.min(length, Number(to)));
  }
  return steps * 2 ** (plain.match(/\|/g) ?? []).length;
}
