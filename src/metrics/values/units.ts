/** What stands before or behind a number and says what it counts. */

const SIGNS: { readonly [sign: string]: string } = {
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  "₴": "UAH",
  "₪": "ILS",
  "₫": "VND",
  "₦": "NGN",
  "₱": "PHP",
  "฿": "THB",
  "₿": "BTC",
};
/** Codes that are read as a unit behind a number in small letters, too. */
export const CODES = "USD|EUR|GBP|JPY|CHF|CNY|INR|KRW|CAD|AUD|NZD|SGD|HKD|MXN|BRL|SEK|NOK|DKK|PLN|CZK|ZAR|TRY";
const MORE_CODES =
  "AED|ARS|BDT|BGN|BHD|BTC|CLP|COP|CRC|DOP|EGP|ETH|GEL|GHS|GTQ|HUF|IDR|ILS|ISK|JMD|JOD|KES|KWD|KZT|LKR|MAD|MYR|NGN|NPR|OMR|" +
  "PEN|PHP|PKR|QAR|RMB|RON|RSD|RUB|SAR|THB|TND|TTD|TWD|TZS|UAH|UGX|UYU|VND|XAF|XOF|ZMW";
/** Words that belong to the number before them. */
export const NAMES: { readonly [name: string]: string } = {
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
const DOLLARS: { readonly [before: string]: string } = {
  US: "USD",
  CA: "CAD",
  C: "CAD",
  AU: "AUD",
  A: "AUD",
  NZ: "NZD",
  HK: "HKD",
  S: "SGD",
  SG: "SGD",
  MX: "MXN",
  R: "BRL",
  NT: "TWD",
};
const KRONER = new Set(["KR", "SEK", "NOK", "DKK", "ISK", "CZK"]);
const ANY_DOLLAR = new Set(["$", "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"]);

/** How a number's currency may begin: `$`, `R$`, `HK$`, `€`, `kr`, `Rs.`, `AED`. */
export const PREFIX = String.raw`(?:[A-Z]{0,3}\$|[${Object.keys(SIGNS).join("")}]|(?:kr|rs)\.?(?![\p{L}])|(?:${CODES}|${MORE_CODES})(?![\p{L}]))`;
/** Where such a thing may begin; letters count only where they are written as there. */
export const PREFIX_BEGINS = String.raw`[$${Object.keys(SIGNS).join("")}]|[A-Z]{1,3}\$|[A-Z]{3} ?\d|(?:[Kk]r|Rs)\.? ?\d`;
export const SUFFIX = String.raw`(?:%|[$${Object.keys(SIGNS).join("")}](?! ?\d)|(?:${CODES}|${Object.keys(NAMES).join("|")})(?![\p{L}\p{N}]| ?\d))`;

/** Words that stay words and still say what the number before them counts: money in capitals, all else in small letters. */
const WORDS: readonly (readonly [counted: string, words: string])[] = [
  ["CENTS", "cents?|¢|pence|pennies"],
  ["KR", "kr|krona|kronor|krone|kroner|kronur|koruna|kč"],
  ["PLN", "zł|zl|złoty|zloty|złotych|zlotys"],
  ["RUB", "rubles?|roubles?|руб|рублей"],
  ["PESO", "pesos?"],
  ["BRL", "reais|reals?"],
  ["INR", "rupees?|rs"],
  ["CNY", "yuan|rmb|renminbi|元"],
  ["CHF", "francs?"],
  ["KRW", "won|원"],
  ["ZAR", "rand"],
  ["TRY", "liras?"],
  ["THB", "baht"],
  ["ILS", "shekels?"],
  [
    "MONEY",
    "dirhams?|riyals?|rials?|forints?|lei|leva|ringgit|rupiah|dong|naira|cedis?|dinars?|shillings?|hryvnias?|bitcoins?",
  ],
  ["points", "points?|pts|credits?|coins?|tokens?"],
  ["mass", "kgs?|kilos?|kilograms?|g|grams?|mg|lbs?|oz|ounces?|tons?|tonnes?"],
  ["length", "kms?|kilomet(?:er|re)s?|cm|mm|met(?:er|re)s?|miles?|mi|ft|feet|inch|inches|yards?"],
  ["volume", "l|lit(?:er|re)s?|ml|gallons?"],
  ["time", "seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?"],
  ["heat", "°c|°f|celsius|fahrenheit|degrees?"],
  ["data", "kb|mb|gb|tb|kwh|watts?"],
  ["pieces", "items?|pieces?|pcs|units?|bags?|stars?|people|persons?|passengers?|guests?|times"],
];
const WORD = new RegExp(
  String.raw`[ -]?(?:${WORDS.map(([, words]) => `(${words})`).join("|")})(?![\p{L}\p{N}])`,
  "iuy",
);
const CODE = new RegExp(String.raw` ?(${MORE_CODES})(?![\p{L}\p{N}])`, "uy");
/** Letters that are stuck to a number: some unit, if an unknown one. */
const STUCK = /[\p{L}°]{1,12}(?![\p{L}\p{N}_-])/uy;

/** What the words right behind a number say that it counts, in small letters but for codes; null where they say nothing. */
export function countedBehind(text: string, at: number): string | null {
  if (!/^[ -]?[\p{L}°¢]/u.test(text.slice(at, at + 3))) return null;
  WORD.lastIndex = CODE.lastIndex = STUCK.lastIndex = at;
  const [, ...groups] = WORD.exec(text) ?? [];
  const found = groups.findIndex((group) => group !== undefined);
  if (found !== -1) return WORDS[found]?.[0] ?? null;
  return CODE.exec(text)?.[1] ?? STUCK.exec(text)?.[0].toLowerCase() ?? null;
}

/** The unit that a prefix or suffix stands for. */
export function unitOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const upper = written.toUpperCase();
  if (upper === "%" || upper === "$") return upper;
  if (upper.endsWith("$")) return DOLLARS[upper.slice(0, -1)] ?? upper;
  if (/^KR\.?$/.test(upper)) return "KR";
  if (/^RS\.?$/.test(upper)) return "INR";
  return NAMES[written.toLowerCase()] ?? SIGNS[written] ?? upper;
}

const isMoney = (unit: string): boolean => /^[A-Z]{2,5}\$?$|^\$$/.test(unit);

/** A unit that one side leaves out does not count, a percent sign does; `$` is any dollar. */
export function sameUnit(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === "%" || b === "%") return false;
  if (a === null || b === null) return true;
  if (a === "$" || b === "$") return ANY_DOLLAR.has(a) && ANY_DOLLAR.has(b);
  if (a === "KR" || b === "KR") return KRONER.has(a) && KRONER.has(b);
  // What is no money is compared by its words.
  return !isMoney(a) && !isMoney(b);
}

/** Whether it is no money that a number counts, as in "5 kg". */
export const isMeasure = (counted: string | undefined): boolean => counted !== undefined && !isMoney(counted);
