import { asksToAgree } from "./is-proposal.js";
import { verbOf, wordsOf } from "./read-reply.js";

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

/** Other words for what tools do. */
const ALIKE: { readonly [verb: string]: string } = {
  add: "include|put",
  book: "reserv|purchas|buy|schedul",
  cancel: "call off|terminat|end",
  charge: "bill|pay|debit",
  close: "delet|cancel|terminat",
  create: "add|open|make|place|set up",
  delete: "remov|eras|clos",
  exchange: "replac|swap",
  issue: "send|give|offer|provid",
  modify: "chang|updat|edit|adjust|switch",
  order: "buy|plac|purchas",
  pay: "charg|transfer|send",
  place: "order|submit",
  purchase: "buy|order",
  refund: "reimburs|return|money back|credit",
  remove: "delet|drop",
  reserve: "book",
  send: "issu|email|giv|offer|provid|mail",
  set: "chang|updat",
  submit: "send|plac|file",
  transfer: "send|mov|wire|pay",
  update: "chang|modif|edit|switch|adjust|add|remov|upgrad|downgrad|mov|set",
};

const OPEN_WORDS = new Set(
  (
    "shall should may can could would will do does did is are am be i we you me my your it this that these those them all " +
    "everything of to the a an and or with on in for by as if so now then please also just like want wish prefer agree " +
    "approve consent confirm confirms confirmed confirmation authorize authorise go ahead proceed proceeding continue " +
    "ok okay right alright correct fine good sound sounds look looks work works know let yes no not reply respond say " +
    "type answer details change changes request requested action actions option explicitly kindly any " +
    "before i'll we'll that's it's you'd i'd complete make sure need get have has happy approval finalize " +
    "finalise above following below information plan sir madam take it's whether how saying by typing replying approach step steps care handle"
  ).split(" "),
);

/** Of a question that is longer only the end is read, in characters. */
const LONGEST = 2000;

/** The last sentence that asks to agree, else the last question, else null: a statement. */
export function lastQuestion(text: string): string | null {
  const plain = text.normalize("NFKC").replace(/[’‘]/g, "'");
  const sentences = plain.split(/(?<=[.!?]['")*_]{0,3})\s+|\n+/u);
  const asking = sentences.findLast((sentence) => asksToAgree(sentence) || sentence.includes("?"));
  return asking?.trim().slice(-LONGEST) ?? null;
}

/** What a question is about. */
export function readQuestion(text: string, tool: string): Question {
  const mind = MIND.test(text);
  const verb = verbOf(tool);
  const negated = new RegExp(
    `\\b(?:cancel|stop|abort|skip|undo|reverse|not|without|instead of)\\b.*\\b${stemOf(verb)}`,
    "iu",
  );
  const named = names(text, tool);
  if (named && !(verb !== "cancel" && verb !== "stop" && verb !== "undo" && negated.test(text))) {
    return { text, mind, about: "call" };
  }
  if (named) return { text, mind, about: "other" };
  const last = text.split(/[,;:–—]/).at(-1) ?? text;
  const open = asksToAgree(text) && [last, text].some(isOpen);
  return { text, mind, about: open ? "open" : "other" };
}

const isOpen = (clause: string): boolean => {
  const words = clause.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return words.length > 0 && words.every((word) => OPEN_WORDS.has(word));
};

/** Whether a text names the deed of a tool, in its own or another word. */
export function names(text: string, tool: string): boolean {
  const words = wordsOf(tool);
  const verbs = words.filter((word, index) => (index === 0 && word.length > 2) || Object.hasOwn(ALIKE, word));
  const stems = verbs.flatMap((verb) => [stemOf(verb), ...(ALIKE[verb]?.split("|") ?? [])]);
  return stems.length > 0 && new RegExp(`(?<!\\p{L})(?:${stems.join("|")})`, "iu").test(text);
}

const stemOf = (verb: string): string => verb.replace(/[^\p{L}\p{N}]/gu, "").replace(/(?<=.{3})e$/u, "");
