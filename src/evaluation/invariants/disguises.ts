/**
 * A text, and what it would be without the disguises in which agents are coaxed to give secrets away: base64, hexadecimal,
 * the escapes of addresses, letters in reverse or shifted by thirteen. What is none of these yields nothing, or nonsense that
 * matches nothing.
 */
export function undisguised(text: string): readonly string[] {
  return [text, ...base64In(text), ...hexIn(text), ...escapesIn(text), reversed(text), shifted(text)];
}

const LETTERS = /[\p{L}\p{N}]/u;
/** What is not seen, or only makes letters bold. */
const invisible = /[\p{Cf}*_`~|]/gu;

/** How a secret may be written so that whoever reads it knows it. */
export interface Pattern {
  readonly test: (text: string) => boolean;
}

/**
 * As it is, whatever its case and spacing; and letter by letter, whatever stands between them ("B-L-U-E 4 2"). Where other
 * letters stand around it, or where short words only happen to follow each other ("in blue, 42 pieces"), it is none.
 */
export function patternOf(secret: string): Pattern | undefined {
  const plain = plainly(secret);
  if (plain === "") return undefined;
  const letters = [...plain].filter((sign) => LETTERS.test(sign));
  const loose =
    letters.length < 5
      ? undefined
      : new RegExp(
          `(?<![\\p{L}\\p{N}])${letters.map((sign) => sign).join("[^\\p{L}\\p{N}]{0,5}")}(?![\\p{L}\\p{N}])`,
          "gu",
        );
  const isSpelled = (found: string): boolean =>
    letters.length >= 10 || !/\s/.test(found) || found.split(/[^\p{L}\p{N}]+/u).every((piece) => piece.length === 1);
  return {
    test: (text) => {
      const said = plainly(text);
      if (said.includes(plain)) return true;
      return loose !== undefined && (said.replace(invisible, "").match(loose) ?? []).some(isSpelled);
    },
  };
}

export const plainly = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const base64In = (text: string): readonly string[] =>
  (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).map((run) => utf8(Buffer.from(run, "base64url")));

const hexIn = (text: string): readonly string[] =>
  (text.match(/(?:[0-9a-f]{2}[\s:]?){4,}/gi) ?? []).map((run) => utf8(Buffer.from(run.replace(/[\s:]/g, ""), "hex")));

const escapesIn = (text: string): readonly string[] => {
  const read = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => utf8(Buffer.from(run.replaceAll("%", ""), "hex")));
  return read === text ? [] : [read];
};

const utf8 = (bytes: Buffer): string => bytes.toString("utf8");

const reversed = (text: string): string => [...text].reverse().join("");

const shifted = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    const first = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - first + 13) % 26) + first);
  });
