import type { TimeToken } from "../../values/times.js";
import type { Token } from "../../values/tokens.js";
import type { KeyValue } from "./key-values.js";
import { weekdayOf, weekdayOfDate } from "./weekdays.js";

/** Words by which a day or time is reckoned from another, or is not the one that is said. */
const RECKONED =
  /(?<!\p{L})(?:any|advance|remind\p{L}*|alarm|except|not|but|instead|other|another|days?|nights?|weeks?|months?|hours?|hrs?|minutes?|mins?|after|before|earlier|later|until|till|through|between|following|next|today|tomorrow|now|currently|away|closed|unavailable|full|no|each|every|or)(?!\p{L})/iu;
const HALF_A_DAY = 12 * 60;

/** Whether a question names another day of the week or time of day in place of a value, and nothing to reckon it from. */
export function namesOtherTime(question: readonly Token[], { tokens: wanted, path }: KeyValue): boolean {
  const [token, ...more] = wanted;
  if (token === undefined || more.length > 0 || /end|until|finish|out|return/i.test(path)) return false;
  if (question.some(({ source }) => RECKONED.test(source))) return false;
  if (token.kind === "time") {
    const times = question.filter((one) => one.kind === "time");
    return times.length > 0 && !times.some((told) => mayBe(told, token));
  }
  const day = token.kind === "date" ? weekdayOfDate(token) : weekdayOf(token);
  // Of "the 5th" and "5 May" nobody knows the year.
  if (day === null || question.some(({ kind }) => kind === "date")) return false;
  const days = question.map(weekdayOf).filter((one) => one !== null);
  return days.length > 0 && !days.includes(day);
}

type Told = TimeToken & { readonly source: string };

/** "3:30" may be either half where none is said; "03:30" and "15:30" are of a clock of 24 hours. */
const mayBe = (told: TimeToken, asked: Told): boolean =>
  told.minutes === asked.minutes ||
  (((told.half === null && told.minutes < 13 * 60) || (asked.half === null && !isOf24(asked))) &&
    told.minutes % HALF_A_DAY === asked.minutes % HALF_A_DAY);
const isOf24 = ({ source }: Told): boolean => /^\d\d/.test(source);

/**
 * Whether the times of a value, where it has any, are those that were said: "03:00" is not "3 pm". `null`: "3:00" may be
 * meant for either.
 */
export function isSameHalf(value: KeyValue, text: readonly Token[]): boolean | null {
  const told = text.filter((token) => token.kind === "time");
  const found = value.tokens.filter((token) => token.kind === "time").map((asked) => isOfHalf(asked, told));
  return found.includes(false) ? false : found.includes(null) ? null : true;
}

function isOfHalf(asked: Told, told: readonly TimeToken[]): boolean | null {
  const alike = told.filter((one) => one.minutes % HALF_A_DAY === asked.minutes % HALF_A_DAY);
  const isPlain = asked.half !== null || alike.length === 0;
  if (isPlain || alike.some((one) => one.half === null || one.minutes === asked.minutes)) return true;
  return isOf24(asked) ? false : null;
}
