/** A day as text says it. */
export interface DateToken {
  readonly kind: "date";
  /** Null where it is not said. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}]|[.,]\d|:\d)`;
const YEAR = String.raw`(?:,? (?<year>(?:19|20|21)\d\d)(?![\p{L}\p{N}]|[.,]\d))?`;
const FORMATS = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?![\d-])(?:T(?=\d\d:))?`,
  String.raw`(?<year>\d{4})/(?<month>\d{1,2})/(?<day>\d{1,2})(?![\d/])`,
  String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?![\d.]\d)`,
  String.raw`(?<first>\d{1,2})/(?<second>\d{1,2})/(?<year>\d{4})(?![\d/])`,
  String.raw`${MONTH}\.? ${DAY}${YEAR}`,
  String.raw`${DAY} (?:of )?${MONTH}(?!\p{L})\.?${YEAR}`,
].map((source) => new RegExp(source, "iuy"));

/** Asked first: most of a text begins no date. */
const BEGINS = /\d{1,4}(?:[-/.]\d|(?:st|nd|rd|th)? (?:of )?[JFMASOND])|[JFMASOND]\p{L}{2}/iuy;

/**
 * The date that begins at `start` of the text, and where it ends. Of `1/2/2026` nobody can tell which day it is: it is
 * none, but `13/1/2026` and `1/13/2026` are.
 */
export function dateAt(text: string, start: number): { readonly token: DateToken; readonly end: number } | null {
  BEGINS.lastIndex = start;
  if (!BEGINS.test(text)) return null;
  for (const format of FORMATS) {
    format.lastIndex = start;
    const groups = format.exec(text)?.groups;
    const token = groups === undefined ? null : dateOf(groups);
    if (token !== null) return { token, end: format.lastIndex };
  }
  return null;
}

function dateOf(groups: { readonly [name: string]: string | undefined }): DateToken | null {
  const { year, first, second } = groups;
  let month = monthOf(groups.month ?? "");
  let day = Number(groups.day);
  if (first !== undefined && second !== undefined) {
    const [a, b] = [Number(first), Number(second)];
    if (a <= 12 && b <= 12 && a !== b) return null;
    [month, day] = a > 12 ? [b, a] : [a, b];
  }
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  return { kind: "date", year: year === undefined ? null : Number(year), month, day };
}

/** "may" and "mar" in lower case are words more often than months. */
function monthOf(written: string): number {
  if (/^\d/.test(written)) return Number(written);
  if (written === "may" || written === "mar" || written === "march") return 0;
  return MONTHS.indexOf(written.slice(0, 3).toLowerCase()) + 1;
}

/** The same day; a year that one side leaves out does not count. */
export const sameDate = (a: DateToken, b: DateToken): boolean =>
  a.month === b.month && a.day === b.day && (a.year === b.year || a.year === null || b.year === null);
