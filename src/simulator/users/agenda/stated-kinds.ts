import { contains } from "./normalise.js";
import type { Slot } from "./slot-names.js";

/** Values of which one excludes the others, each with the ways to say it. */
interface Kind {
  /** The facts that may have one of them, by their names. Absent: whichever has one. */
  readonly slots?: RegExp;
  readonly values: readonly RegExp[];
  /** Values of the same index that go together nevertheless: a Visa card may be a credit card. */
  readonly compatible?: readonly (readonly [number, number])[];
}

const words = (alternatives: string): RegExp => new RegExp(`\\b(?:${alternatives})\\b`);
const each = (list: string): readonly RegExp[] => list.split(" ").map((word) => words(word));
const sized = (alternatives: string): RegExp =>
  new RegExp(`^(?:${alternatives})$|\\bsize (?:${alternatives})\\b(?![.-]\\d)`);

const kinds: readonly Kind[] = [
  {
    slots: /\b(?:cabin|class|fare)\b/,
    values: [
      words("basic economy"),
      words("premium economy"),
      words("(?<!basic |premium )economy|coach class"),
      words("business(?: class)?(?! (?:days?|hours?|cards?|accounts?|trips?|names?|address|email|phone))"),
      words("first class|^first"),
    ],
  },
  {
    slots: /\bsizes?\b/,
    values: ["xxs", "xs|extra small", "s|small", "m|medium", "l|large", "xl|extra large", "xxl", "xxxl"].map(sized),
  },
  {
    values: each(
      "red blue green yellow orange(?!\\sjuice) purple pink brown black(?!\\sfriday) white gr[ae]y beige turquoise navy violet",
    ),
    slots: /\bcolou?rs?\b/,
  },
  { values: [words("one way"), words("round trips?|return trips?")] },
  { slots: /\bseats?\b/, values: each("window aisle middle") },
  { slots: /\b(?:bed|room)s?\b/, values: each("king queen twin double single triple suite") },
  {
    slots: /\b(?:shipping|delivery|speed)\b/,
    values: [words("standard"), words("express|expedited"), words("overnight|next day")],
  },
  {
    slots: /\b(?:pay\w*|method|card|refunded?)\b/,
    values: [
      words("credit cards?"),
      words("debit cards?"),
      words("visa|master ?card|maestro"),
      words("amex|american express|discover card|diners club"),
      words("(?:gift|prepaid) cards?|(?:gift |travel )?certificates?"),
      words("pay ?pal"),
      words("apple pay"),
      words("google pay"),
      words("klarna"),
      words("bank (?:account|transfer)|wire transfer|direct debit"),
      words("(?:store|shop|travel|account) credits?|vouchers?"),
      words("(?:in|with|by|pay) cash|^cash"),
    ],
    compatible: [
      [0, 2],
      [0, 3],
      [1, 2],
    ],
  },
];

/** What holds for anybody, and says nothing of what is done here. */
const general =
  /\b(?:usually|normally|generally|typically|policy|policies|options? (?:are|include)|we accept|takes?|whether|if)\b/;

/**
 * The facts of which a clause names another value of the same kind, which the user has not spoken of: business class to
 * somebody who flies economy, a PayPal account to one who pays by credit card.
 */
export function wrongKinds(text: string, given: readonly Slot[], known: string): readonly Slot[] {
  if (general.test(text) || / or /.test(text)) return [];
  return kinds.flatMap(({ slots, values, compatible = [] }) => {
    const fits = (a: number, b: number): boolean =>
      a === b || compatible.some((pair) => pair.includes(a) && pair.includes(b));
    const stated = values.flatMap((value, at) => {
      const found = value.exec(text)?.[0];
      return found === undefined || contains(known, found) ? [] : [at];
    });
    if (stated.length === 0) return [];
    return given.flatMap((slot) => {
      const own = slots === undefined || slots.test(slot.words) ? valueOf(slot, values) : -1;
      return own >= 0 && stated.some((at) => !fits(own, at)) ? [slot] : [];
    });
  });
}

const valueOf = ({ shown }: Slot, values: readonly RegExp[]): number =>
  shown === null ? -1 : values.findIndex((value) => value.test(shown));
