import vm from "node:vm";
import { RehearsalError } from "../../errors.js";

/** Longer text is not searched. */
export const MAX_PATTERN_TEXT = 100_000;
/** In milliseconds: a pattern that backtracks for longer than this is given up. */
const TIME_LIMIT = 1000;

const search = new vm.Script("pattern.test(text)");
const room = vm.createContext({ pattern: /(?:)/, text: "" }) as { pattern: RegExp; text: string };

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
  // With these flags a RegExp remembers where it stopped, and the next test would begin there.
  const stateless = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
  if (!isRisky(pattern.source)) return stateless.test(text);
  room.pattern = stateless;
  room.text = text;
  try {
    return search.runInContext(room, { timeout: TIME_LIMIT }) === true;
  } catch (cause) {
    const message = `the pattern /${pattern.source}/ ran for more than a second on a text of ${text.length.toLocaleString("en")} characters; write it without nested repetition`;
    throw new RehearsalError("not_measured", message, { cause });
  } finally {
    room.text = "";
  }
}

/** Only a repetition of a group, a back reference or several open-ended repetitions backtrack without end. */
const isRisky = (source: string): boolean =>
  /\)[*+{?]|\\[1-9k]/.test(source) || (source.match(/[*+]|\{\d+,\}/g) ?? []).length > 1;
