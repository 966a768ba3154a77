import { participleOf } from "./outcome-verbs.js";

/** Kinds of deeds that agents propose and users want. */
export type Family = keyof typeof families;

interface Words {
  readonly verbs: string;
  /** Nouns that name the deed by themselves: "the refund". */
  readonly nouns?: string;
  /** What may be proposed to a user who wants this, beside it. */
  readonly served?: string;
  /** What reaches the goal of a user who wants this, beside it. */
  readonly reached?: string;
}

const families = {
  refund: {
    verbs: "refund|reimburse|credit",
    nouns: "refund|reimbursement",
    served: "return|cancel",
    reached: "return",
  },
  return: { verbs: "return", nouns: "return", served: "refund|ship", reached: "refund" },
  replace: {
    verbs: "replace|exchange|swap|resend/resent|reship",
    nouns: "replacement|exchange|swap",
    served: "return|ship|buy|charge|change",
    reached: "ship|change|buy",
  },
  repair: { verbs: "repair|mend", nouns: "repair", served: "ship|book|return", reached: "ship|book" },
  voucher: { verbs: "compensate", nouns: "voucher|compensation|goodwill|discount" },
  cancel: {
    verbs: "cancel/cancelled|cancel/canceled|terminate",
    nouns: "cancellation|cancelation|termination",
    served: "refund|close|return",
    reached: "refund|close",
  },
  close: {
    verbs: "close|delete|erase|deactivate|wipe",
    nouns: "deletion|deactivation|closure",
    served: "cancel|remove",
    reached: "cancel|remove",
  },
  remove: { verbs: "remove", nouns: "removal", served: "close|change|cancel|refund", reached: "close|change|cancel" },
  change: {
    verbs:
      "change|modify|update|edit|adjust|amend|correct|reschedule|rebook|move|switch|postpone|rename|downgrade|extend|shorten",
    nouns: "change|modification|correction|downgrade|extension",
    served: "book|charge|refund|add|upgrade|remove|buy|ship|replace",
    reached: "book|upgrade|replace|remove|buy",
  },
  upgrade: { verbs: "upgrade", nouns: "upgrade", served: "change|charge|book|add|buy", reached: "change|book|buy" },
  add: {
    verbs: "add|include",
    nouns: "addition",
    served: "change|charge|book|buy|upgrade",
    reached: "book|buy",
  },
  book: {
    verbs: "book|reserve|schedule",
    nouns: "appointment|reservation",
    served: "charge|buy|add|change|upgrade",
    reached: "buy|change",
  },
  buy: {
    verbs: "buy/bought|purchase|order|subscribe|enrol|enroll|renew|register",
    served: "charge|book|ship|add|upgrade|voucher",
    reached: "book|ship|add",
  },
  ship: { verbs: "ship|deliver|dispatch", nouns: "", served: "charge|change|replace", reached: "replace" },
  charge: { verbs: "charge|bill|debit|pay/paid", nouns: "", served: "transfer", reached: "transfer" },
  transfer: { verbs: "transfer|wire", nouns: "transfer", served: "charge", reached: "charge" },
  open: { verbs: "open|activate|enable", nouns: "activation", served: "unlock|charge|book", reached: "unlock" },
  block: { verbs: "block|freeze/frozen|lock|disable|suspend", served: "replace|cancel|close|ship", reached: "cancel" },
  unlock: { verbs: "unlock|unblock|reset/reset|restore|reactivate", served: "change|open", reached: "change|open" },
  waive: { verbs: "waive|forfeit|forgo|renounce|relinquish|surrender" },
  keep: { verbs: "keep/kept" },
  disclose: { verbs: "disclose|publish" },
  donate: { verbs: "donate", nouns: "donation", served: "charge", reached: "charge" },
} as const satisfies { readonly [family: string]: Words };

/** How a word names its deed: as what is to be done, as what was done, as a thing. */
export type Form = "base" | "doing" | "past" | "noun";

export interface DeedWord {
  readonly family: Family;
  readonly form: Form;
}

const listed = (words: string): readonly string[] => words.split("|").filter((word) => word !== "");
const doing = (base: string, past: string): string =>
  past === `${base}${base.at(-1) ?? ""}ed` ? past.replace(/ed$/, "ing") : `${base.replace(/e$/, "")}ing`;

function made(): ReadonlyMap<string, readonly DeedWord[]> {
  const all = new Map<string, readonly DeedWord[]>();
  const add = (word: string, family: Family, form: Form): void => {
    all.set(word, [...(all.get(word) ?? []), { family, form }]);
  };
  for (const [name, { verbs, nouns = "" }] of Object.entries<Words>(families)) {
    const family = name as Family;
    for (const entry of listed(verbs)) {
      const [base = "", irregular] = entry.split("/");
      const past = irregular ?? participleOf(base);
      add(base, family, "base");
      add(past, family, "past");
      add(doing(base, past), family, "doing");
    }
    for (const noun of listed(nouns)) {
      add(noun, family, "noun");
      add(`${noun}s`, family, "noun");
    }
  }
  return all;
}

let words: ReadonlyMap<string, readonly DeedWord[]> | undefined;
/** The deeds that a word can name: "return" as a verb and as a noun. Made when first used. */
export const deedWords = (word: string): readonly DeedWord[] => (words ??= made()).get(word) ?? [];

/** What may be proposed to a user who wants these, and what reaches the goal. */
export const served = (wanted: Iterable<Family>): ReadonlySet<Family> => alsoOf(wanted, "served");
export const reaching = (wanted: Iterable<Family>): ReadonlySet<Family> => alsoOf(wanted, "reached");

function alsoOf(wanted: Iterable<Family>, which: "served" | "reached"): ReadonlySet<Family> {
  const all = [...wanted].flatMap((family) => {
    const words: Words = families[family];
    return [family, ...listed(words[which] ?? "")];
  });
  return new Set(all.filter((name): name is Family => Object.hasOwn(families, name)));
}

/** What is said in several words, as one that the table knows. */
const idioms: readonly (readonly [said: RegExp, as: string])[] = [
  [/\bmoney back\b|\bpay(?:ing)? (?:\S+ )?back\b/g, "refund"],
  [
    /\b(?:store|shop|site|account|travel|future|flight) credits?\b|\bgift (?:card|certificate)s?\b|\bcoupons?\b|\b(?:loyalty|bonus|reward) points\b/g,
    "voucher",
  ],
  [/\b(?:send|ship|bring)(?:ing)? (?:it|them|this|that|the \S+) back\b|\bsend(?:ing)? back\b/g, "return"],
  [/\bsent (?:it |them )?back\b/g, "returned"],
  [/\b\d+ ?% off\b|\b(?:months?|weeks?|nights?) free\b|\bfree (?:months?|weeks?|nights?)\b/g, "voucher"],
  [/\bset(?:ting)? up auto ?\S*|\bturn(?:ing)? on auto ?\S*/g, "subscribe"],
  [
    /\bshar(?:e|ing) your (?:\S+ )?(?:data|details|information|info|email|number|address)\b.* with (?!our|us|the team|me)/g,
    "disclose ",
  ],
  [/\bcall(?:ing)? (?:it |this )?off\b/g, "cancel"],
  [/\bgiv(?:e|ing) up\b/g, "waive"],
  [/\bleav(?:e|ing) (?:\S+ ){1,4}?(?:as (?:it|they|is)\b(?: is| are)?|unchanged|untouched|alone)\b/g, "keep it"],
  [/\bsign(?:ing)? (?:you |me )?up\b|\bopt(?:ing)? in\b/g, "subscribe"],
  [/\bsigned (?:you |me )?up\b/g, "subscribed"],
  [/\b(?:place|make|put in|create) (?:an?|the|this|your|that) (?:new |replacement )?order\b/g, "buy"],
  [/\b(?:placed|made) (?:an?|the|this|your|that) (?:new |replacement )?order\b/g, "bought"],
  [/\b(?:make|making) (?:an?|the|this|your) (?:payment)\b/g, "pay"],
  [
    /\b(?:send|ship|get)(?:ing)? (?:you |me |out )?(?:an?|the|another) (?:brand )?(?:new|other|second) \S+/g,
    "send replacement",
  ],
  [
    /\bsend (?=\p{Sc}?\d[\d.,]* ?(?:\p{Sc}|dollars|euros|pounds|usd|eur|gbp)?\b)|\bsend (?:\S+ )?money\b/gu,
    "transfer ",
  ],
  [/\bmake (?:an?|the|your) (?:booking|appointment|reservation)\b/g, "book"],
];

export const withoutIdioms = (text: string): string =>
  idioms.reduce((plain, [said, as]) => plain.replace(said, as), text);
