import type { Persona } from "../../../test-case/persona.js";

/** How a person talks. */
export type Manner = "plain" | "terse" | "impatient" | "polite" | "chatty";

/** In this order: who is terse and polite is terse. */
const signs: readonly (readonly [Manner, RegExp])[] = [
  [
    "terse",
    /^(?:terse\w*|brief\w*|short|curt\w*|laconic\w*|concise\w*|succinct\w*|taciturn|monosyllabic|nothing more|few words|to the point|one-word)$/,
  ],
  [
    "impatient",
    /^(?:impatient\w*|angry|angrily|annoyed|irritated|irritable|frustrated|upset|furious|rude\w*|hurry|hurried|rushed|stressed|aggressive\w*|demanding|grumpy|busy)$/,
  ],
  ["chatty", /^(?:chatty|talkative|wordy|verbose|garrulous|rambling|rambles|long-winded|loquacious|elaborate|chats)$/],
  [
    "polite",
    /^(?:polite\w*|friendly|kind|kindly|courteous\w*|formal\w*|warm|gentle|gracious\w*|well-mannered|respectful\w*|cheerful|nice)$/,
  ],
];
const negations = new Set([
  "not",
  "isn't",
  "never",
  "no",
  "without",
  "hardly",
  "anything",
  "doesn't",
  "don't",
  "rarely",
  "less",
]);

/** Reads a persona by its words; "not polite" is no politeness. Where none is telling the manner is plain. */
export function mannerOf(persona: Persona | undefined): Manner {
  const words =
    (persona?.characteristics ?? "")
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/[\p{L}'-]+/gu) ?? [];
  for (const [manner, sign] of signs) {
    const shows = words.some((word, at) => {
      const pair = `${word} ${words[at + 1] ?? ""}`;
      const triple = `${pair} ${words[at + 2] ?? ""}`;
      const negated = words.slice(Math.max(0, at - 3), at).some((before) => negations.has(before));
      return !negated && (sign.test(word) || sign.test(pair) || sign.test(triple));
    });
    if (shows) return manner;
  }
  return "plain";
}
