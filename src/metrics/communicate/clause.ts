/** What is only said in between: "I can't (as you know) refund …", "I can't, unfortunately, refund …". */
const IN_BETWEEN =
  /\([^()]*\)|, (?:unfortunately|sadly|regrettably|alas|sorry|of course|as you know|as of now|at the moment|at this (?:time|point)|for now|currently|i'm afraid|therefore|however|(?:and|or) [^,.:;]{1,20}),/giu;

/** Where a clause may begin: each way is looked at once more below. */
const BORDER = new RegExp(
  String.raw`(?<end>[.!?…](?=["”')*\]]* )|[;|•—]| [-–*] )|(?<colon>:(?= ))|(?<comma>,(?= ))|(?<!\p{L})(?:${[
    "(?<supposed>if|whether|that)",
    "(?<and>and)",
    "(?<word>but|nor|however|because|due to|thanks to|since|until|till|unless|after|before|once|when|while|whereas|although|though|except|besides|apart from|which|who|where|without|only|instead(?! of)|otherwise|then|therefore|thus|so(?! (?:far|much|many)(?!\\p{L}))|(?<!(?:much|many|soon|long|far|well|such) )as(?! (?:much|many|high|low|soon|long|far|well|yet|of)(?!\\p{L})| ?$)|than)",
    "(?<limit>over|under|above|below|beyond|past|within the first|up to|at least|at most|for(?: at least| another| about| the first| the next)?)",
  ].join("|")})(?!\p{L})`,
  "giu",
);
/** "I can't say whether …": what follows is part of what can't be said. */
const UNSURE =
  /(?:not|n't|cannot|unable to|never|no)(?: \p{L}+){0,3} (?:know|say|sure|tell|confirm|certain|clear|known|guarantee|promise|see|verify|determined?|decided|think|believe|find|record|evidence|sign|way)[^,.;:]*$/iu;
/** What goes on after "and" with something else than what was denied. */
const ANEW =
  /^ (?:also|so|therefore|instead|now|then|have|has|had|am|is|are|was|were|will|would|can|could|do|does|did|i|we|you|it|they|he|she|this|that|there|here|please|get|receive|\p{L}+n't|cannot|not|never|\p{L}+'(?:ll|ve|s|re|m))(?!\p{L})/iu;
const PAST = /^ \p{L}+ed(?!\p{L})/iu;
const NAMED = /^ (?:(?:the|a|an|your|our|their|my)(?!\p{L})|[$€£\d]|$)/iu;
const VERB =
  /^[*"”)`]*(?: [\p{L}-]+){0,3}? ?(?:'s|'ll|is|are|was|were|has|have|had|will|would|can|could|goes|comes|went|came|arrived?s?|appears?)(?!\p{L})/iu;
const LIST_GOES_ON = /^[^.!?;:]{0,40}?,? (?:or|nor) /iu;
/** "Not included: …", "The following is not refundable: …". */
const HEADING = /^[*"“ -]*(?:(?:not|never|no longer) [\p{L}-]+(?: \p{L}+)?|.*(?<!\p{L})following(?!\p{L}).*)$/iu;

/**
 * The clause in which `said` stands, up to where it begins: what comes before the last border is left out. `before` and
 * `behind` are what stands around it, a few words are enough.
 */
export function clauseBefore(before: string, said: string, behind: string): string {
  const text = before.replace(IN_BETWEEN, " ");
  let from = 0;
  for (const { 0: sign, index, groups = {} } of text.matchAll(BORDER)) {
    const [ahead, rest] = [text.slice(from, index), text.slice(index + sign.length)];
    const begins = (): boolean => {
      if (groups.colon !== undefined) return !HEADING.test(ahead.trim());
      if (groups.comma !== undefined) return !/^ (?:or|nor)(?!\p{L})/iu.test(rest) && !inList(rest, behind);
      if (groups.supposed !== undefined) return !/^that$/iu.test(sign) && !UNSURE.test(ahead);
      if (groups.and !== undefined) return beginsAnew(ahead, rest + said, rest, behind);
      if (groups.limit !== undefined)
        return rest.trim() === "" && (/^for/iu.test(sign) ? /^\d/ : /^[$€£]?\d/).test(said);
      return true;
    };
    // The word that begins a clause says what clause it is.
    if (begins()) from = groups.word !== undefined || groups.supposed !== undefined ? index : index + sign.length;
  }
  return text.slice(from);
}

/** "We do not ship to France, Spain or Italy." */
const inList = (rest: string, behind: string): boolean =>
  rest.trim().split(" ").length <= 2 && LIST_GOES_ON.test(behind);

function beginsAnew(ahead: string, next: string, rest: string, behind: string): boolean {
  if (PAST.test(next)) return !/\p{L}+ed $/iu.test(ahead);
  if (ANEW.test(next)) return true;
  return NAMED.test(rest) && VERB.test(behind);
}
