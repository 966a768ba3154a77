import { normalise } from "../agenda/normalise.js";
import { amountOf } from "../agenda/stated-values.js";
import type { ConversationalGolden } from "../../../golden/conversational-golden.js";
import type { Corpus } from "./corpus.js";
import { misstatedFacts } from "./misstated-facts.js";
import { namesIn } from "./names-in.js";
import { valuesIn, type StatedValue } from "./values-in.js";

/** A value that a line states and nobody gave, with what it seems to be. */
export interface Invented {
  readonly what: string;
  readonly text: string;
}

/** Whoever invents more has invented enough: each is compared with those before it. */
const MOST_INVENTED = 20;

/** The facts that a line states and the user can't know, each once. */
export function inventedIn(say: string, golden: ConversationalGolden, known: Corpus): readonly Invented[] {
  const invented: Invented[] = [];
  const add = ({ what, text: value }: Invented): void => {
    const isSame = (other: Invented): boolean =>
      [other.text, value].some((each, at, both) => holds(both[1 - at] ?? "", each)) ||
      (amountOf(value) !== null && amountOf(value) === amountOf(other.text));
    if (invented.length < MOST_INVENTED && !invented.some(isSame)) invented.push({ what, text: asSaid(value, say) });
  };
  const tellsDays = besides.test(say);
  for (const value of valuesIn(say)) {
    if (!isKnown(value, known, tellsDays)) add({ what: kinds[value.kind], text: value.text });
  }
  for (const name of namesIn(say, golden)) {
    if (
      !normalise(name)
        .split(" ")
        .every((word) => known.hasWords(word))
    )
      add({ what: "name", text: name });
  }
  for (const each of misstatedFacts(say, golden, known)) add(each);
  return invented;
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** In the letters of the line itself. */
function asSaid(value: string, say: string): string {
  const at = say.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? value : say.slice(at, at + value.length);
}

const kinds = {
  email: "email address",
  id: "number or code",
  phone: "phone number",
  address: "address",
  year: "year",
  amount: "amount",
  date: "date",
} as const;

/** A day that is told from another one: "one day later, on May 4". */
const besides =
  /\b(?:days?|night|overnight|later|earlier|before|after|next|previous|following|tomorrow|yesterday|instead|flexible|either|or|not|until|by|between|back|return\w*|arriv\w*|land\w*)\b/i;

function isKnown(value: StatedValue, known: Corpus, tellsDays: boolean): boolean {
  switch (value.kind) {
    case "amount":
      return known.hasNumber(value.number);
    case "date":
      return value.days.some((day) => known.namesDay(day) || (tellsDays && known.hasDay(day)));
    default:
      return known.hasCode(value.text);
  }
}
