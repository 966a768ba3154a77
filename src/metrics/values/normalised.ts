/** What a reader does not see: soft hyphens, zero-width characters and marks of direction. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A text as it is compared: Unicode NFKC, one kind of quotation mark and of space, without what is invisible, without the
 * underscores of Markdown, and with "1 628" as 1628.
 */
export const normalised = (text: string): string =>
  text
    .replace(INVISIBLE, "")
    .replaceAll("&nbsp;", "\u00a0")
    .replace(/(?<=\d)[\u00a0\u202f\u2007\u2009'’](?=\d{3}(?!\d))/g, "")
    .normalize("NFKC")
    .replaceAll("⁄", "/")
    // Hyphens that break no line, and the dash that stands for one in an identifier.
    .replace(/[\u2010-\u2012\ufe63]|(?<=\p{L})\u2013(?=\p{N})/gu, "-")
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/_+/g, withoutEmphasis)
    .replace(/\d+(?: \d+)*/g, withoutGroups);

/** Underscores inside of a word belong to it. */
function withoutEmphasis(run: string, at: number, text: string): string {
  const inside = isPartOfWord(text[at - 1]) && isPartOfWord(text[at + run.length]);
  return inside ? run : " ".repeat(run.length);
}

const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** "1 628" and "1 000 000", but no part of a phone, card or version number. */
function withoutGroups(run: string, at: number, text: string): string {
  const [first = "", ...more] = run.length > 19 ? [] : run.split(" ");
  const isNumber =
    more.length > 0 && first.length <= 3 && !first.startsWith("0") && more.every((group) => group.length === 3);
  const before = text[at - 1] ?? " ";
  const after = text[at + run.length] ?? " ";
  const isPart = /[\p{L}\p{N}.,:/+#-]/u.test(before) || /[/:-]/.test(after);
  return isNumber && !isPart ? first + more.join("") : run;
}
