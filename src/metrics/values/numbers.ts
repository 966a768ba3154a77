import { countedBehind, PREFIX, sameUnit, SUFFIX, unitOf } from "./units.js";

/** A number as text says it. */
export interface NumberToken {
  readonly kind: "number";
  readonly value: number;
  /** What it is too where its format is ambiguous: `€1.628` is 1628 on the continent. */
  readonly alternative?: number;
  /** A currency's code or sign, `%`, or null where nothing is said. */
  readonly unit: string | null;
  /** What the words right behind it say that it counts, where it has no unit: `59.90 pesos`, `5 kg`. */
  readonly counted?: string;
}

const MULTIPLIERS: { readonly [name: string]: number } = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
};

// Groups of thousands (or lakhs) with a comma or, where it can't be a decimal point, a dot; decimals behind a dot, or two
// behind a comma; "0.5" and ".5". Groups are counted, so that a text of commas is read but once.
const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3}){1,6}(?!,?\d)(?:\.\d+)?|\d{1,2}(?:,\d{2}){1,6},\d{3}(?!,?\d)(?:\.\d+)?|\d{1,3}(?:\.\d{3}){1,6},\d+|\d{1,3}(?:\.\d{3}){2,6}(?!\d)|\d+,\d{2}(?!\d)|\d+(?:\.\d+)?|\.\d+)`;
/** "59 dollars and 90 cents". */
const AND_CENTS = / and (\d{1,2}) (?:cents?|pence)(?!\p{L})/iuy;
const NUMBER = new RegExp(
  String.raw`(?<sign>[-−]?)(?:(?<prefix>${PREFIX}) ?(?<inner>-?))?(?<digits>${DIGITS})(?:(?<attached>k|m|bn|b)(?![\p{L}\p{N}])| (?<times>thousand|million|billion)(?!\p{L}))?(?: ?(?<suffix>${SUFFIX}))?`,
  "iuy",
);

/** The number that begins at `start` of the text, and where it ends; null where none does. */
export function numberAt(text: string, start: number): { readonly token: NumberToken; readonly end: number } | null {
  NUMBER.lastIndex = start;
  const groups = NUMBER.exec(text)?.groups;
  if (groups === undefined) return null;
  const { digits = "", sign = "", inner, prefix, suffix, attached } = groups;
  const unit = unitOf(suffix) ?? unitOf(prefix);
  // "5m" may be metres; "$5m" is not.
  const isMultiple = attached !== undefined && (attached.toLowerCase() === "k" || unit !== null);
  const end = NUMBER.lastIndex - (isMultiple ? 0 : (attached ?? "").length);
  if (!isWhole(text, start, end, { digits, unit })) return null;
  const multiplier = isMultiple ? attached : (groups.times ?? "");
  const times = MULTIPLIERS[multiplier.toLowerCase()] ?? 1;
  const factor = sign !== "" || inner === "-" ? -times : times;
  const counted = unit === null ? countedBehind(text, end) : null;
  const value = Number(plainDigits(digits)) * factor;
  const token: NumberToken = { kind: "number", value, unit, ...(counted === null ? {} : { counted }) };
  const cents = suffix !== undefined && /\p{L}/u.test(suffix) && Number.isInteger(value) ? centsAt(text, end) : null;
  if (cents !== null) return { token: { ...token, value: value + cents.value }, end: cents.end };
  const ambiguous = unit !== null && unit !== "%" && /^\d{1,3}\.\d{3}$/.test(digits);
  return { token: ambiguous ? { ...token, alternative: Number(digits.replace(".", "")) * factor } : token, end };
}

/** Not a part of something longer, such as a version, a fraction, a phone number or an identifier. */
function isWhole(text: string, start: number, end: number, { digits, unit }: { digits: string; unit: string | null }) {
  if (/^0\d/.test(digits) || digits.length > 18) return false;
  const [first = "", before = ""] = [text[start], text[start - 1]];
  if (/[-−]/.test(first) && before !== "" && !/[\s([{:=]/.test(before)) return false;
  if (first === "." && /[\p{L}\p{N}.]/u.test(before)) return false;
  const after = text.slice(end, end + 40);
  if (unit === null && (/^[/⁄]\d/.test(after) || isPhone(digits, after))) return false;
  return !/^(?:\.\d|-\d+-\d|[/⁄]\d+[/⁄]\d|(?:st|nd|rd|th)(?!\p{L})|\p{N}|[\p{L}_]*(?:\p{N}|_))/iu.test(after);
}

/** "555-0199", and not the range "500-1000". */
function isPhone(digits: string, after: string): boolean {
  const second = /^-(\d{2,})/.exec(after)?.[1];
  if (second === undefined) return false;
  if (second.startsWith("0")) return true;
  return digits.length === 3 && second.length === 4 && !(digits.endsWith("0") && second.endsWith("0"));
}

function plainDigits(digits: string): string {
  if (/^\d+,\d{2}$/.test(digits)) return digits.replace(",", ".");
  if (/\.\d{3},/.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return digits.replaceAll(".", "");
  return digits.replaceAll(",", "");
}

function centsAt(text: string, at: number): { readonly value: number; readonly end: number } | null {
  AND_CENTS.lastIndex = at;
  const [, cents] = AND_CENTS.exec(text) ?? [];
  return cents === undefined ? null : { value: Number(cents) / 100, end: AND_CENTS.lastIndex };
}

/** Equal by value; a currency that one side leaves out does not count, a percent sign does. */
export function sameNumber(a: NumberToken, b: NumberToken): boolean {
  if (!sameUnit(a.unit ?? a.counted ?? null, b.unit ?? b.counted ?? null)) return false;
  const values = (token: NumberToken) =>
    token.alternative === undefined ? [token.value] : [token.value, token.alternative];
  return values(a).some((x) => values(b).some((y) => nearlyEqual(x, y)));
}

export const nearlyEqual = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
