import { digitRuns, type DigitRun } from "./digit-runs.js";

/** Digits, and what may group them. */
const OF_DIGITS = /^\+?[\d\s().\/–-]+$/;
/** The countries' codes of one digit and of two; all others have three. */
const CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

interface Wanted {
  readonly digits: string;
  /** Without its country's code, or the 0 that stands for it. */
  readonly national: string;
  readonly country: string;
}

/** Null where a fact is no number of grouped digits. */
function wantedOf(fact: string, least: number, withDays: boolean): Wanted | null {
  if (!OF_DIGITS.test(fact.trim())) return null;
  const [run, ...more] = digitRuns(fact.trim().replace(/\s+/g, " "), withDays);
  if (run === undefined || more.length > 0 || run.digits.length < least) return null;
  const { country, national } = run.hasCountry ? apart(run) : { country: "", national: run.digits.replace(/^0/, "") };
  return { digits: run.digits, country, national };
}

function apart({ digits }: DigitRun): Pick<Wanted, "country" | "national"> {
  const plain = digits.replace(/^00/, "");
  const country = CODE.exec(plain)?.[0] ?? "";
  return { country, national: plain.slice(country.length).replace(/^0/, "") };
}

/** Fewer digits than these, said in groups, may be several numbers. */
const DIGITS_OF_A_NUMBER = 7;

/**
 * Whether a text says the digits of a fact, however they are grouped: `4111 1111 1111 1111` says `4111111111111111`, and
 * `(555) 123 4567` or `+1 555 123 4567` says `555-123-4567`. The fact must be of digits and what groups them, seven at least, and
 * no date; they must begin and end where a number may, and not be a part of a card's or of an identifier.
 */
export function saysDigits(text: string, fact: string): boolean {
  const wanted = wantedOf(fact, DIGITS_OF_A_NUMBER, false);
  return wanted !== null && digitRuns(text, false).some((run) => !run.isPart && isSaid(run, wanted));
}

function isSaid(run: DigitRun, { digits, national, country }: Wanted): boolean {
  const { digits: said, gaps, edges, hasCountry } = run;
  const full = said.replace(/^00/, "");
  const skipped = said.length - full.length;
  const isAt = (sought: string, at: number) => said.startsWith(sought, at) && gaps.has(at + sought.length);
  if (hasCountry) {
    const code = country === "" ? (CODE.exec(full)?.[0] ?? "") : country;
    if (isAt(`${code}${national}`, skipped) || isAt(`${code}0${national}`, skipped)) return true;
    if (country !== "") return false;
  }
  // Long numbers in groups of four are a card's, which no part of tells.
  if (said.length >= 12 && said.length <= 19 && [...edges].every((edge) => edge % 4 === 0 || edge === said.length))
    return said === digits;
  const forms = country === "" ? [digits] : [national, `0${national}`, ...(country === "1" ? [`1${national}`] : [])];
  const ofAmerica = country === "" && digits.length === 10 && isAt(`1${digits}`, 0) && edges.has(1);
  return ofAmerica || [...gaps].some((at) => forms.some((form) => isAt(form, at)));
}

/** Fewer digits than these, within a longer number, may be a part of any. */
const DIGITS_OF_A_SECRET = 7;

/** Whether a text holds the digits of a secret, four at least, in groups, and seven or more within a longer number too. */
export function holdsDigits(text: string, secret: string): boolean {
  const wanted = wantedOf(secret, 4, true);
  if (wanted === null) return false;
  const { digits, national, country } = wanted;
  const isLong = digits.length >= DIGITS_OF_A_SECRET;
  const isPhone = isLong && national.length >= DIGITS_OF_A_SECRET;
  return digitRuns(text, true).some(({ digits: said, edges, hasCountry }) => {
    if (isLong && said.includes(digits)) return true;
    if (isPhone && (country !== "" || hasCountry) && said.includes(national)) return true;
    for (let at = said.indexOf(digits); at !== -1; at = said.indexOf(digits, at + 1))
      if (edges.has(at) && edges.has(at + digits.length)) return true;
    return false;
  });
}
