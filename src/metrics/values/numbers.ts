/** A number as text says it. */
export interface NumberToken {
  readonly kind: "number";
  readonly value: number;
  /** What it is too where its format is ambiguous: `€1.628` is 1628 on the continent. */
  readonly alternative?: number;
  /** A currency's code or sign, `%`, or null where nothing is said. */
  readonly unit: string | null;
}

const SIGNS: { readonly [sign: string]: string } = { "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW" };
const CODES = "USD|EUR|GBP|JPY|CHF|CNY|INR|KRW|CAD|AUD|NZD|SGD|HKD|MXN|BRL|SEK|NOK|DKK|PLN|CZK|ZAR|TRY";
const NAMES: { readonly [name: string]: string } = {
  dollar: "$",
  dollars: "$",
  euro: "EUR",
  euros: "EUR",
  pounds: "GBP",
  yen: "JPY",
  rupees: "INR",
  percent: "%",
  "per cent": "%",
};
const DOLLARS = new Set(["$", "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"]);
const MULTIPLIERS: { readonly [name: string]: number } = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
};

const PREFIX = String.raw`(?:(?:US|CA|AU|NZ)?\$|[€£¥₹₩]|(?:${CODES})(?![\p{L}]))`;
// Groups of thousands (or lakhs) with a comma or, where it can't be a decimal point, a dot; decimals behind a dot, or two
// behind a comma; "0.5" and ".5". Groups are counted, so that a text of commas is read but once.
const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3}){1,6}(?!,?\d)(?:\.\d+)?|\d{1,2}(?:,\d{2}){1,6},\d{3}(?!,?\d)(?:\.\d+)?|\d{1,3}(?:\.\d{3}){1,6},\d+|\d{1,3}(?:\.\d{3}){2,6}(?!\d)|\d+,\d{2}(?!\d)|\d+(?:\.\d+)?|\.\d+)`;
const SUFFIX = String.raw`(?:%|[$€£¥₹₩](?! ?\d)|(?:${CODES}|${Object.keys(NAMES).join("|")})(?![\p{L}\p{N}]| ?\d))`;
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
  const token: NumberToken = { kind: "number", value: Number(plainDigits(digits)) * factor, unit };
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

function unitOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const upper = written.toUpperCase();
  if (written === "%") return "%";
  if (upper.endsWith("$")) return upper === "$" ? "$" : `${upper.slice(0, 2)}D`;
  return NAMES[written.toLowerCase()] ?? SIGNS[written] ?? upper;
}

/** Equal by value; a currency that one side leaves out does not count, a percent sign does. */
export function sameNumber(a: NumberToken, b: NumberToken): boolean {
  if (!sameUnit(a.unit, b.unit)) return false;
  const values = (token: NumberToken) =>
    token.alternative === undefined ? [token.value] : [token.value, token.alternative];
  return values(a).some((x) => values(b).some((y) => nearlyEqual(x, y)));
}

export const nearlyEqual = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/** A currency that one side leaves out does not count, a percent sign does; `$` is any dollar. */
export function sameUnit(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === "%" || b === "%") return false;
  if (a === null || b === null) return true;
  return (a === "$" && DOLLARS.has(b)) || (b === "$" && DOLLARS.has(a));
}
