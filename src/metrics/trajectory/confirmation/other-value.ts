import { normalised } from "../../values/normalised.js";
import { indexOfTokens, tokensOfNormalised, type Token } from "../../values/tokens.js";
import { isIdentifier, isMoney, saysOther, type KeyValue } from "./key-values.js";
import type { Said } from "./talk.js";

/** A user who says so answers, and means what follows. */
const ANSWERS =
  /(?<!\p{L})(?:actually|instead|rather|only|just|make (?:it|that)|change (?:it|that|the)|correction|no wait|yes|yeah|yep|sure|ok|okay|go ahead)(?!\p{L})/iu;
/** Right before a number that may be any. */
const MAKE_IT = /(?<!\p{L})(?:only|just|make (?:it|that)|change (?:it|that|the amount) to|rather) $/iu;

/**
 * What an answer names that is neither in the call nor was said by the assistant, where it stands for an argument of the call:
 * another amount ("Yes, but only 40"), another identifier ("Yes, to NL-300"). Null: nothing, or it is a question.
 */
export function otherValueIn(answer: string, values: readonly KeyValue[], to: readonly Said[]): string | null {
  if (answer.includes("?") || !ANSWERS.test(answer)) return null;
  const text = normalised(answer);
  const said = tokensOfNormalised(text);
  const isKnown = (token: Token) =>
    values.some((value) => indexOfTokens(value.tokens, [token]) !== -1) ||
    to.some((one) => indexOfTokens(one.tokens, [token]) !== -1);
  // What the answer repeats stays as it was, whatever is named besides.
  const repeats = (value: KeyValue) => indexOfTokens(said, value.tokens) !== -1;
  const single = values.filter((value) => !value.inList && !repeats(value));
  const amounts = single.filter(({ kind }) => kind === "amount");
  const isRepeated = values.some((value) => value.kind === "amount" && repeats(value));
  const isAmount = (token: Token) =>
    isMoney(token) ||
    (token.kind === "number" &&
      token.unit === null &&
      token.counted === undefined &&
      MAKE_IT.test(text.slice(0, token.at)));
  const isOther = (token: Token) =>
    (amounts.length > 0 && !isRepeated && isAmount(token)) ||
    single.some((value) => isIdentifier(value) && saysOther([token], { ...value, kind: "id" }));
  return said.find((token) => !isKnown(token) && isOther(token))?.source.trim() ?? null;
}
