/** Before a name. */
const titles = "dr|mr|mrs|ms|mx|prof|rev|hon|capt|col|gen|lt|sgt|messrs|mme|mlle|sra|dra|dott|ing|hr|fr";
/** Before a number or a code: "No. 12", "ext. 4", "Mar. 3". */
const beforeNumbers =
  "no|nos|nr|num|art|fig|p|pp|vol|ext|rm|apt|fl|tel|ref|acct|qty|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun";
/** Anywhere, so that what follows tells: "9 a.m. on Monday", "5 Elm St. Shall I …?" */
const others =
  "a\\.m|p\\.m|e\\.g|i\\.e|u\\.s|u\\.k|u\\.s\\.a|d\\.c|z\\.b|approx|ca|vs|incl|excl|est|dept|st|ave|blvd|rd|sq|jr|sr|inc|ltd|co|corp|bzw|usw|etc|min|max|hrs?|mins?|str";

const before = (words: string): RegExp => new RegExp(`(?:^|[^\\p{L}\\p{N}.])(?:${words})$`, "iu");
const isTitle = before(titles);
const isBeforeNumber = before(beforeNumbers);
const isOther = before(others);
const isInitial = /(?:^|[\s("'.])\p{L}$/u;
const isItem = /(?:^|\n)\s*\d{1,3}$/;
const isOrdinal = /(?:^|\s)\d{1,2}$/;
const month =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|m[äa]rz|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?![\p{L}])/iu;

/** What a sentence begins with and no name does. */
const opener =
  /^["'(*_]*(?:shall|should|would|will|do|does|did|is|are|was|were|can|could|may|might|have|has|i|we|you|he|she|they|it|this|that|these|those|there|the|a|an|your|our|my|please|if|when|what|which|who|where|how|why|let|ok|okay|yes|no|not|and|but|so|or|then|thanks?|sorry|great|perfect|just|once|to|in|for|as|all|also|any|anything)(?![\p{L}\p{N}])/iu;

/** Whether the dot between the two belongs to an abbreviation, an initial or a number, and ends no sentence. */
function isWithin(head: string, rest: string): boolean {
  if (isTitle.test(head)) return /^[\p{L}"'(]/u.test(rest);
  if (isBeforeNumber.test(head)) return month.test(rest) || /^#?(?:\p{L}{0,4}[-/]?)?\d/u.test(rest);
  if (isItem.test(head)) return true;
  if (isOrdinal.test(head)) return month.test(rest);
  if (isOther.test(head)) return !opener.test(rest) || /^(?:on|in|at|to|for|and|or|with|the)\b/.test(rest);
  return isInitial.test(head) && /^\p{L}/u.test(rest) && !opener.test(rest);
}

/** As far as a word before a dot is looked back for. */
const LONGEST_WORD = 12;
const dots = /\.(?=["')\]*_]{0,3}[ \t]+(\S))/g;

/** Where the dots of a text stand that are followed by a space and end no sentence. */
function innerDots(text: string): readonly number[] {
  const found: number[] = [];
  for (const { index } of text.matchAll(dots)) {
    const rest = text.slice(index + 1, index + 40).replace(/^["')\]*_]*\s+/, "");
    if (isWithin(text.slice(Math.max(0, index - LONGEST_WORD), index), rest)) found.push(index);
  }
  return found;
}

/**
 * The sentences of a text, each as it stands there. The dots of abbreviations ("Dr. Lee", "9 a.m. on Mar. 3", "No. 12"), initials
 * and items of lists end none, but for where a new one clearly begins: "at 9 a.m. Shall I book it?" English, and a few words of German.
 */
export function sentencesOf(text: string): readonly string[] {
  const inner = new Set(innerDots(text));
  const found: string[] = [];
  let from = 0;
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?؟。！]["')\]*_]{0,3})\s+|\n+/gu)) {
    const start = Math.max(0, index - 4);
    const dot = start + text.slice(start, index).lastIndexOf(".");
    if (!gap.includes("\n") && inner.has(dot)) continue;
    found.push(text.slice(from, index));
    from = index + gap.length;
  }
  found.push(text.slice(from));
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** The text without such dots, for what splits it further. */
export function withoutInnerDots(text: string): string {
  let plain = "";
  let from = 0;
  for (const index of innerDots(text)) {
    plain += text.slice(from, index);
    from = index + 1;
  }
  return plain + text.slice(from);
}
