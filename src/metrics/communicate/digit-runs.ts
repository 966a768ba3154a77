/** Digits that belong together, however they are grouped: a phone's, a card's. */
export interface DigitRun {
  readonly digits: string;
  /** Where groups begin and end, counted in digits. */
  readonly edges: ReadonlySet<number>;
  /** Of these the ones with a space, where another number may begin. */
  readonly gaps: ReadonlySet<number>;
  /** It begins with a country's code: "+1 555 …", "1-555-…", "0049 …". */
  readonly hasCountry: boolean;
  /** A letter goes on with it: "TR-5551234". */
  readonly isPart: boolean;
}

// Groups stand apart by a space, a hyphen, a dot or brackets, and an area code also by a slash.
const RUN = /\+?\(?\d+(?:(?: - |[ .–-]|\)[ .–-]?|[ .–-]?\(|\/(?=\d{5}))\d+)*\)?/g;
/** "555.123.4567" and "01.23.45.67.89"; one dot alone is a decimal point. */
const DOTTED = /^\d{2,4}(?:\.\d{2,4}){2,}$/;
const STRETCH = /(?<!\d)\d+(?:\.\d+)+/g;
/** A day, in digits: its hyphens and dots are no groups. */
const DAY =
  /(?<![\d.-])(?:(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d)(?!\d|[.-]\d)/g;

/** The runs of digits in a normalised text. `withDays`: those of dates too. */
export function digitRuns(text: string, withDays: boolean): DigitRun[] {
  const read = withDays ? text : text.replace(DAY, (day) => "|".repeat(day.length));
  return [...read.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const isMarked = /^\+?\(|^\+|\)/.test(run);
    const parts = run
      .replace(STRETCH, (dotted) => (isMarked || DOTTED.test(dotted) ? dotted.replaceAll(".", "-") : dotted))
      .split(".");
    return parts.map((part, at): DigitRun => {
      const [before, behind] = [read.slice(Math.max(0, index - 2), index), read.slice(index + run.length).slice(0, 2)];
      const isPart =
        (at === 0 && /(?:\p{L}|\p{L}-)$/u.test(before)) || (at === parts.length - 1 && /^-?\p{L}/u.test(behind));
      return { ...grouped(part), isPart };
    });
  });
}

function grouped(run: string): Omit<DigitRun, "isPart"> {
  const [edges, gaps] = [new Set([0]), new Set([0])];
  const digits: string[] = [];
  let length = 0;
  for (const [, apart = "", group = ""] of run.matchAll(/(\D*)(\d+)/g)) {
    edges.add(length);
    if (apart.includes(" ")) gaps.add(length);
    digits.push(group);
    length += group.length;
  }
  edges.add(length);
  gaps.add(length);
  const isAmerican = digits[0] === "1" && length === 11 && digits.length > 1;
  return { digits: digits.join(""), edges, gaps, hasCountry: isAmerican || /^\(?(?:\+|00[1-9])/.test(run) };
}
