import { withoutInnerDots } from "../../../test-case/sentences.js";
import { wordsOf } from "../../../test-case/tool-names.js";

/** Other words for what tools do. */
const ALIKE: { readonly [verb: string]: string } = {
  add: "include|put",
  book: "reserv|purchas|buy|schedul",
  cancel: "call off|terminat|end(?!ing in|s in)",
  change: "modif|updat|switch|upgrad|downgrad|adjust",
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
  refund: "reimburs|return(?! flight)|money back|(?<!store |shop |gift )credit(?! card)",
  remove: "delet|drop",
  reserve: "book",
  send: "issu|email|giv|offer|provid|mail",
  set: "chang|updat",
  submit: "send|plac|file",
  transfer: "send|mov|wire|pay",
  update: "chang|modif|edit|switch|adjust|add|remov|upgrad|downgrad|mov|set",
};
/** What is a deed of its own wherever it stands, unless it is the tool's. */
const DEEDS = (
  "cancel exchang replac swap transfer delet remov refund reimburs return keep stop undo clos escalat upgrad downgrad " +
  "terminat chang modif switch"
).split(" ");

/** `refund` of `refund_order`, `refundOrder` or `orders.refund_order`. */
export const verbOf = (tool: string): string => wordsIn(tool)[0] ?? "";

/** Those of the tool, without server and namespace. */
const wordsIn = (tool: string): readonly string[] =>
  wordsOf(/[^./:]*$/.exec(tool.trim().replace(/^.*__(?=.)/s, ""))?.[0] ?? tool);

/** How the words for the deed of a tool begin, as parts of a pattern, and those for other deeds. */
export function verbStems(tool: string): { readonly own: readonly string[]; readonly other: readonly string[] } {
  const [first = "", ...more] = wordsIn(tool);
  const deeds = more.filter((word) => Object.hasOwn(ALIKE, word) && !isLight(word));
  const isDeed = Object.hasOwn(ALIKE, first) && !isLight(first);
  // Of `refund_order` it is the first, of `issue_refund` and `shop_refund_order` the second.
  const verbs = isDeed || deeds.length === 0 ? [first].filter((word) => word.length > 2) : deeds;
  const own = verbs.flatMap((verb) => [stemOf(verb), ...(ALIKE[verb]?.split("|") ?? [])]);
  return { own, other: DEEDS.filter((stem) => !own.some((one) => one.startsWith(stem) || stem.startsWith(one))) };
}

const stemOf = (verb: string): string => verb.replace(/[^\p{L}\p{N}]/gu, "").replace(/(?<=.{3})e$/u, "");

/** Whether a text names the deed of a tool, in its own or another word. */
export function names(text: string, tool: string): boolean {
  const { own } = verbStems(tool);
  return own.length > 0 && new RegExp(`(?<!\\p{L})(?:${own.join("|")})`, "iu").test(text);
}

/** What denies a deed, calls it off or only speaks of it, before its name. */
const NOT_SO =
  "(?:not|non|never|no|cannot|unable|without|instead of|rather than|impossible|\\p{L}+n't|cancel\\p{L}*|stop\\p{L}*|abort\\p{L}*|skip\\p{L}*|" +
  "undo\\p{L}*|revers\\p{L}*|declin\\p{L}*|reject\\p{L}*|den(?:y|ied|ying)|refus\\p{L}*|avoid\\p{L}*|delay\\p{L}*|postpon\\p{L}*|forget|" +
  "forgo|drop\\p{L}*|withdraw\\p{L}*|waiv\\p{L}*|(?<!(?:how|what) )about|regarding|concerning|status of|(?:copy|details) of|(?:quote|receipt|details|information) (?:for|on))";
/** What is made with the name of a deed and is another thing. */
const ONLY_ABOUT =
  "(?!\\p{L}* (?:polic(?:y|ies)|status|forms?|rules?|terms|conditions|options?|informations?|info|history|requests? (?:form|status)|confirmation|receipt|email)(?!\\p{L}))";
const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** Verbs that do a deed which a noun names ("issue the refund"), and what may stand before a verb or in its place. */
const LIGHT = set(
  "process issue make do submit start initiate begin complete arrange place perform execute give get have finalize " +
    "finalise apply request proceed continue go move carry handle take run put use receive confirm be help grant offer provide " +
    "ahead also now please then like love happily this that the these those it them all both your my our a an " +
    "or if for by on of at in",
);
/** Verbs that do nothing to anything. */
const IDLE = set("know need see find check assist ensure note let inform tell follow wait");
const HEAD =
  /(?<!\p{L})(?:(?:shall|should|may|can|could|will|would|'ll) (?:i|we)|(?:i|we)(?: can| could| will| would|'ll|'d)|(?:like|want|wish|prefer|need)(?: (?:me|us))? to|me to|agree to) (?:(?:now|please|also|then|just|happily|gladly|first|go|ahead|proceed|and|to|with|still|be|able|like|love|certainly|definitely|offer|you|help|assist) )*(\p{L}+)/giu;

/**
 * Whether a text proposes the deed of a tool: a clause names it and neither denies it nor is about another deed, and no
 * other deed is offered after it.
 */
export function proposesDeed(text: string, tool: string): boolean {
  const { own } = verbStems(tool);
  if (own.length === 0) return false;
  const deed = new RegExp(`(?<!\\p{L})(?:${own.join("|")})${ONLY_ABOUT}`, "iu");
  const plain = text.normalize("NFKC").replace(/[’‘]/g, "'");
  return clausesOf(plain).reduce((proposed, clause) => {
    const heads = headsOf(clause);
    const at = deed.exec(clause)?.index;
    if (at === undefined) return proposed && heads.every(isLight);
    if (isDenied(clause.slice(0, at)) || isDone(clause, at)) return proposed;
    const before = clause.slice(0, at);
    const isBesides = AND.test(before) && KEEPS.test(before);
    return heads.every((verb) => LIGHT.has(verb) || deed.test(verb) || (isBesides && KEEPING.test(verb)));
  }, false);
}

const KEEPING = /^(?:keep|leave)$/;
/** "Shall I leave A-1060 as it is and refund A-1042?" */
const KEEPS = /(?<!\p{L})(?:keep|leave)(?!\p{L})/iu;
const AND = /(?<!\p{L})and (?:then |also |just |only |to )?$/iu;

/** What is told as done, right before the name of a deed: "I have transferred", "was refunded", "I just cancelled". */
const DONE_BEFORE =
  /(?<!\p{L})(?:(?:have|has|had|was|were)|(?:i|we|it|that)'(?:ve|s)|i|we)(?: (?:been|already|just|now|also|successfully|then))* $/iu;
const isDone = (clause: string, at: number): boolean =>
  /^(?:\p{L}+ed|paid|made|bought)(?!\p{L})/iu.test(clause.slice(at)) && DONE_BEFORE.test(clause.slice(0, at));

/** Whether a text tells the deed of a tool as done, and does not propose it. */
export function tellsDone(text: string, tool: string): boolean {
  const { own } = verbStems(tool);
  if (own.length === 0 || proposesDeed(text, tool)) return false;
  const deed = new RegExp(`(?<!\\p{L})(?:${own.join("|")})`, "giu");
  const plain = text.normalize("NFKC").replace(/[’‘]/g, "'");
  return clausesOf(plain).some((clause) => [...clause.matchAll(deed)].some(({ index }) => isDone(clause, index)));
}

/** The verbs of what the assistant says it will do. */
export const headsOf = (clause: string): readonly string[] =>
  [...clause.matchAll(HEAD)].map(([, verb = ""]) => verb.toLowerCase());
/** Whether a verb alone does nothing to anything. */
export const isLight = (verb: string): boolean => LIGHT.has(verb) || IDLE.has(verb);

const DENIED = new RegExp(`(?<!\\p{L})${NOT_SO}(?!\\p{L})`, "iu");
const isDenied = (before: string): boolean =>
  DENIED.test(before.replace(/(?:do not|don't|wouldn't|would not) mind|no (?:problem|worries)|why not/giu, ""));

const clausesOf = (text: string): readonly string[] =>
  withoutInnerDots(text).split(/[.;:!?\n](?=\s|$)|,\s|\s[–—-]\s|(?<!\p{L})(?:but|however|although|though)(?!\p{L})/iu);
