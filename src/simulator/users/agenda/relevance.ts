import { deedsIn } from "./deeds.js";
import { tokensOf } from "./tokens.js";
import { askingWords, functionWords, noFacts } from "./words.js";

/** What agents say to anybody, of which a user who does not speak of it has no use. */
const advert =
  /\b(?:offers?|deals?|sales?|promotions?|promo|bargains?|discounts?|newsletter|rewards?|loyalty|campaign|follow us|check out our|new app|our app|did you know|proud|awards?|love|best|here (?:for|to))\b/;
const ofTheHouse = /^(?:(?:also|and|so|well|by the way|ps|p\.s\.),? )*(?:we|our|many|most|all|more and more)\b/;
const pointing =
  /^(?:(?:so|and|yes|no|ok|okay|well|then|yeah|nope),? )*(?:it|its|they|these|those|that|this|he|she|there)\b/;
const itself = /^(?:(?:so|and|ok|okay|well),? )*(?:it|they)\b/;
const decides = /^(?:yes|no|yeah|nope|sure|of course|certainly|absolutely|definitely|correct|not at all)\b/;
const asksWhether =
  /(?:^|[.!,;] )(?:(?:and|so|but|hi|hello|hey),? )*(?:is|are|was|were|do|does|did|has|have|will|can|could|may|am|should)\b|\b(?:if|whether)\b/;

/** What an answer has to hold to a question of its kind. */
const kinds: readonly (readonly [asks: RegExp, answers: RegExp])[] = [
  [
    /\b(?:when|how long|how soon|hours|which day|what day|what time|deadline|until)\b/,
    /\d|\b[ap]\.?m\b|\b(?:today|tomorrow|tonight|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|days?|weeks?|months?|years?|hours?|minutes?|soon|now|never|always|immediately)\b/,
  ],
  [/\b(?:how much|cost|costs|price|fee|fees|balance|total)\b/, /\d|\b(?:free|nothing|no (?:charge|cost|fee)s?)\b/],
  [/\bhow many\b/, /\d|\b(?:no|none|one|two|three|four|five|six|seven|eight|nine|ten|several|many)\b/],
  [/\bwhere\b/, /\b(?:in|at|on|near|with|to|from|behind|under|opposite) \p{L}|\b(?:online|here|delivered)\b/u],
];

const anybody = /^(?:customer|user|caller|client|guest|member|person|people|want|something|week|day|today)$/;
const rootsOf = (text: string): readonly string[] =>
  tokensOf(text).flatMap(({ word, stem }) => {
    const small =
      anybody.test(stem) || functionWords.has(word) || askingWords.has(word) || noFacts.has(word) || stem.length < 3;
    return small ? [] : [stem.slice(0, 5).replace(/(?<=.{4})[eyi]$/, "")];
  });

/** Both normalised: whether they speak of one thing or one deed. */
function shares(text: string, goal: string): boolean {
  const own = new Set(rootsOf(goal));
  if (rootsOf(text).some((root) => own.has(root))) return true;
  const deeds = new Set(deedsIn(goal).map(({ family }) => family));
  return deedsIn(text).some(({ family }) => deeds.has(family));
}

/** "We have many offers this week.": said to anybody, and about nothing that the user came for. */
export const isBeside = (text: string, goal: string): boolean => advert.test(text) && !shares(text, goal);

/** Whether a statement is about what the user wants. */
export const isAbout = (text: string, goal: string): boolean =>
  (shares(text, goal) && !(advert.test(text) && ofTheHouse.test(text))) || (itself.test(text) && !advert.test(text));

/** Whether a statement can be the answer to what the user wants to know. */
export function canAnswer(text: string, goal: string): boolean {
  if (shares(text, goal)) return true;
  if (advert.test(text)) return false;
  if (asksWhether.test(goal) && decides.test(text)) return true;
  if (ofTheHouse.test(text) && !/\byou(?:r|rs)?\b/.test(goal)) return false;
  if (pointing.test(text)) return true;
  const asked = kinds.filter(([asks]) => asks.test(goal));
  return asked.length === 0 || asked.some(([, answers]) => answers.test(text));
}
