const people =
  "customer|user|caller|client|shopper|guest|buyer|patient|passenger|travell?er|member|tenant|subscriber|visitor|student|person|employee|diner|patron|owner|holder|driver|man|woman";
/** Third person, first person; the longer come first. */
const verbs: readonly (readonly [they: string, i: string])[] = [
  ["wants to know", "want to know"],
  ["wants", "want"],
  ["needs", "need"],
  ["would like", "would like"],
  ["wishes to", "wish to"],
  ["asks for", "would like"],
  ["asks to", "would like to"],
  ["asks about", "have a question about"],
  ["asks (?=(?:whether|if|what|which|when|where|how|why|who)\\b)", "would like to know "],
  ["requests", "would like"],
  ["(?:calls|writes|gets in touch|contacts support) (?:about|because of)", "have a question about"],
  ["(?:calls|writes|gets in touch|contacts support) to", "would like to"],
  ["is looking (?=for\\b|to\\b)", "am looking "],
  ["is (?=trying to\\b|interested in\\b|unable to\\b|having\\b|locked out\\b)", "am "],
  ["tries to", "am trying to"],
  ["can(?:not|'t|’t)", "can't"],
  ["has", "have"],
  ["had", "had"],
  ["lost", "lost"],
];
const verb = `(?:${verbs.map(([they]) => they).join("|")})`;
const ends = "(?<=\\s)(?!\\s)|\\b";
const person = `(?:(?:an?|the|this|our) (?:(?!${people})[\\p{L}-]+ ){0,3}?)?(?:${people})`;
/** What a person can say of itself once "has" and "is" are put right. */
const past = "(?:(?:just|recently|already|never) )?(?:\\p{L}+ed|bought|lost|got|broke|has|had|is|was|paid|sent) .+?";
const shape = new RegExp(`^${person}(?: (?:who|that) (${past}),?)? (${verb})(?:${ends})(.*)$`, "iu");
const further = new RegExp(`\\b(and|but) (?:they |he |she )?(${verb})(?:${ends})`, "giu");
const others = /\b(?:he|she|they|him|them|hers|theirs|himself|herself|themsel(?:f|ves)|she's|he's|they're)\b/i;

/**
 * A scenario as its user says it: "A customer wants one margherita." is "I want one margherita." Only its first sentence
 * is said; the others mostly tell how things go on. What speaks of an "I", or asks, is said as it stands, and what the
 * rules can't turn is announced, so that at least nobody speaks of themselves as of a customer.
 */
export function inFirstPerson(scenario: string): string {
  const all = scenario.trim().replace(/\s+/g, " ");
  if (/\b(?:i|i'm|i’m|i'd|i’d|my|me|we|our|mine)\b/i.test(all.replace(/^our /i, "")) || /\?$/.test(all))
    return scenario;
  const [sentence = all] = all.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  return turned(sentence) ?? `${announcement}${sentence}`;
}

const announcement = "Hello, it's about this: ";

/** What is announced, as something that comes after other words. */
export const unannounced = (goal: string): string =>
  goal.startsWith(announcement) ? goal.slice(announcement.length) : goal;

function turned(sentence: string): string | null {
  const [, clause, does = "", rest = ""] = shape.exec(sentence) ?? [];
  if (does === "") return null;
  const goesOn = mine(rest.replace(further, (_, link: string, they: string) => `${link} ${firstPerson(they)}`));
  if (others.test(goesOn) || others.test(clause ?? "")) return null;
  const before =
    clause === undefined
      ? ""
      : `${mine(clause)
          .replace(/^has\b/, "have")
          .replace(/^is\b/, "am")} and `;
  return `I ${before}${firstPerson(does)}${goesOn}`.replace(/^I am\b/, "I'm").replace(/^I would\b/, "I'd");
}

const firstPerson = (they: string): string => {
  const found = verbs.find(([pattern]) => new RegExp(`^${pattern.replace(/\(\?=.*$/, "")}$`, "i").test(they));
  return found?.[1] ?? they;
};

const mine = (text: string): string => text.replace(/\b(?:their|his|her)(?= \p{L})/giu, "my");
