import { sentencesOf } from "../../../test-case/sentences.js";
import { asksToAgree } from "./is-proposal.js";
import { headsOf, isLight, names, proposesDeed } from "./deed.js";

/** What the assistant asked last, before the user answered. */
export interface Question {
  readonly text: string;
  /** Whether "no" agrees: "Do you mind if …?", "Any objections?" */
  readonly mind: boolean;
  /**
   * `call`: asks for the deed by name. `open`: asks to agree to what was said ("Shall I go ahead?"). `other`: asks for
   * something else, as far as code can see.
   */
  readonly about: "call" | "open" | "other";
}

const MIND = /\b(?:do|would|will) you (?:\w+ )?(?:mind|object)\b|\bany objections?\b|\bis it a problem if\b/i;

const OPEN_WORDS = new Set(
  (
    "shall should may can could would will do does did is are am be i we you me my your it this that these those them all " +
    "everything of to the a an and or with on in for by as if so now then please also just like want wish prefer agree " +
    "approve consent confirm confirms confirmed confirmation authorize authorise go ahead proceed proceeding continue " +
    "ok okay deal agreed right alright correct fine good sound sounds look looks work works know let yes no not reply respond say " +
    "type answer details change changes request requested action actions option explicitly kindly any " +
    "before i'll we'll that's it's you'd i'd complete make sure need get have has happy approval finalize " +
    "finalise above following below information plan sir madam take it's whether how saying by typing replying approach step steps care handle arrangement arrangements option method"
  ).split(" "),
);

/** Of a question that is longer only the end is read, in characters. */
const LONGEST = 2000;

/** The last sentence that asks to agree, else the last question, else null: a statement. */
export function lastQuestion(text: string): string | null {
  const plain = text.normalize("NFKC").replace(/[’‘]/g, "'");
  const asking = sentencesOf(plain).findLast((sentence) => asksToAgree(sentence) || sentence.includes("?"));
  return asking?.trim().slice(-LONGEST) ?? null;
}

/** What a question is about. */
export function readQuestion(text: string, tool: string): Question {
  const mind = MIND.test(text);
  if (isEitherOr(text)) return { text, mind, about: "other" };
  if (proposesDeed(text, tool) && (asksToAgree(text) || isElliptic(text))) return { text, mind, about: "call" };
  if (names(text, tool)) return { text, mind, about: "other" };
  const last = text.split(/[,;:–—]/).at(-1) ?? text;
  const open = asksToAgree(text) && [last, text].some(isOpen);
  return { text, mind, about: open ? "open" : "other" };
}

const isOpen = (clause: string): boolean => {
  const words = clause.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => OPEN_WORDS.has(word));
};

/** "Do you want a refund or a replacement?", but not "Shall I go ahead or not?" */
const isEitherOr = (text: string): boolean => {
  const [, ...choices] = text.split(/(?<!\p{L})or(?!\p{L})/iu);
  return text.includes("?") && choices.some((choice) => !isOpen(choice.split(/[,;?]/, 1)[0] ?? ""));
};

/** "Refund A-1042 for $59.90?" */
const isElliptic = (text: string): boolean =>
  text.includes("?") &&
  !/(?<!\p{L})(?:did|does|do|is|are|am|was|were|has|have|who|what|when|where|why|how|which|can|could|will|would)(?!\p{L})/iu.test(
    text,
  );

/** Whether a question may be about an amount that it names: "Is $59.90 okay?", not "Shall I mail you the $59.90 receipt?" */
export const isAboutValues = (text: string): boolean =>
  !isEitherOr(text) && (asksToAgree(text) || isElliptic(text)) && headsOf(text).every(isLight);
