// How the agent understands its customer: small, pure readings of text.

/** The order number named last, so that a correction wins, as in the database: `a1042` reads as `A-1042`. */
export const orderNumberIn = (text: string): string | undefined =>
  [...text.matchAll(/\b([a-z])-?(\d{4})\b/gi)]
    .map(([, letter = "", digits = ""]) => `${letter.toUpperCase()}-${digits}`)
    .at(-1);

export const emailIn = (text: string): string | undefined =>
  [...text.toLowerCase().matchAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g)].map(([address]) => address).at(-1);

const idioms = /\b(no problem|no worries|why not|no doubt)\b\??/g;
const refusal = /\b(no|nope|nah|not|never|don't|dont|won't|stop|wait|cancel|hold on|rather|leave it)\b/;
const agreement =
  /^please\b|\b(yes|yeah|yep|sure|ok|okay|please do|go ahead|do it|correct|fine|agreed|of course|definitely)\b/;

/**
 * Whether the customer agrees to what was proposed. Refusals are looked for first: "No, please do not" holds "please do".
 * Both at once ("Yes, but not to that card") is neither: the agent has to ask again.
 */
export function consentIn(text: string): "given" | "refused" | "unclear" {
  const plain = text.toLowerCase().replace(/[’`]/g, "'").replace(idioms, "sure");
  const statements = sentencesOf(plain).filter((sentence) => !sentence.endsWith("?"));
  const agrees = statements.some((sentence) => agreement.test(sentence.replace(/(please )?\b(do not|don't)\b.*/, "")));
  if (!refusal.test(plain)) return agrees ? "given" : "unclear";
  return agrees && !/^\W*no\b/.test(plain) ? "unclear" : "refused";
}

const refundWords = /\b(refund|money back|reimburse|return (it|them|this|the))\b/i;
const noRefund = /\b(no|not|don't|without)\b[^.,;?!]*\b(refund|money back|reimburse)\b/i;

export const wantsRefund = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) => refundWords.test(sentence) && !noRefund.test(sentence) && !asksAboutRules(sentence),
  );

/** The question on the rules of the shop, rather than on an order, where there is one. */
export const ruleQuestionIn = (text: string): string | undefined => sentencesOf(text).find(asksAboutRules);

const asksAboutRules = (sentence: string): boolean =>
  sentence.endsWith("?") &&
  /\b(policy|how long|how many days|warranty|ship(ping)?|gift cards?|pay(ment)?)\b/i.test(sentence) &&
  orderNumberIn(sentence) === undefined;

export const isInHurry = (text: string): boolean =>
  /\b(hurry|quick(ly)?|asap|urgent(ly)?|no time|right now|immediately)\b/i.test(text);

export const saysGoodbye = (text: string): boolean =>
  /\b(bye|goodbye|that('s| is| was) (all|it)|nothing else|no,? (thanks|thank you))\b/i.test(text.replace(/’/g, "'"));

const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** How many of a set are broken: "two of the six", "3 of them", "all of them". */
export function damagedIn(text: string, quantity: number): number | undefined {
  const plain = text.toLowerCase();
  if (/\b(all|every one) of (them|the)\b/.test(plain)) return quantity;
  const word = [...plain.matchAll(/\b(\w+) of (the|them|my|those)\b/g)].at(-1)?.[1];
  if (word === undefined) return undefined;
  const count = /^\d+$/.test(word) ? Number(word) : numbers.indexOf(word);
  return count > 0 && count <= quantity ? count : undefined;
}

const sentencesOf = (text: string): string[] =>
  text.match(/[^.?!\n]+[.?!]?/g)?.map((sentence) => sentence.trim()) ?? [];
