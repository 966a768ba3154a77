/** A calendar day, of which the year may be left out. */
interface Day {
  readonly month: number;
  readonly day: number;
  readonly year: number | null;
}

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const gap = "[ ,./-]+(?:of )?";
const year = "(?:[ ,./-]+(?<year>\\d{4}|\\d{2}))?";
const shapes = [
  `(?<year>\\d{4})[ ./-](?<month>\\d{1,2})[ ./-](?<day>\\d{1,2})`,
  `(?<day>\\d{1,2})(?:st|nd|rd|th)?${gap}(?<name>${months})[a-z]*\\.?${year}`,
  `(?<name>${months})[a-z]*\\.?${gap}(?<day>\\d{1,2})(?:st|nd|rd|th)?${year}`,
  `(?<month>\\d{1,2})[ ./-](?<day>\\d{1,2})${year}`,
].map((shape) => new RegExp(`^(?:the )?${shape}$`));

/** All days that a normalised text can be read as: "04/12/1990" is in April or in December. */
function readings(text: string): readonly Day[] {
  for (const shape of shapes) {
    const { name, month = "", day = "", year: written } = shape.exec(text.trim())?.groups ?? {};
    if (day === "") continue;
    const full = written === undefined ? null : Number(written);
    const found = {
      day: Number(day),
      month: name === undefined ? Number(month) : months.split("|").indexOf(name) + 1,
      year: full,
    };
    const turned = { ...found, day: found.month, month: found.day };
    // Only a date of two numbers before its year can be read either way.
    const either = name === undefined && !/^\d{4}/.test(text.trim());
    return (either ? [found, turned] : [found]).filter(
      (each) => each.month <= 12 && each.day <= 31 && each.month > 0 && each.day > 0,
    );
  }
  return [];
}

const sameYear = (a: number | null, b: number | null): boolean =>
  a === null || b === null || a === b || (Math.min(a, b) < 100 && a % 100 === b % 100);

/** Whether two texts can mean the same day, however they write it; a year that one of them leaves out does not count. */
export function isSameDate(stated: string, own: string): boolean {
  const known = readings(own);
  return readings(stated).some((day) =>
    known.some((each) => each.day === day.day && each.month === day.month && sameYear(each.year, day.year)),
  );
}

const written = new RegExp(
  `\\b(?:\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months})[a-z]*\\b(?:,? \\d{4})?|(?:${months})[a-z]* \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4})?)`,
  "g",
);
/** The dates of a text, as they are written there. */
export const datesIn = (text: string): readonly string[] => [...text.matchAll(written)].map(([date]) => date);

/** The weekdays of the days that a text names with their year, from 0 for Sunday; both where it can be read either way. */
export const weekdaysOf = (text: string): readonly number[] =>
  datesIn(text)
    .flatMap(readings)
    .flatMap(({ year: full, month, day }) =>
      full === null || full < 1000 ? [] : [new Date(Date.UTC(full, month - 1, day)).getUTCDay()],
    );
