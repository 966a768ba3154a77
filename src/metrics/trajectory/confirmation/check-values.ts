import type { Token } from "../../values/tokens.js";
import { says, saysAmount, saysOther, type KeyValue } from "./key-values.js";

/** What was said until the user agreed. */
export interface Spoken {
  /** The question that the user agreed to; null where there was none. */
  readonly question: readonly Token[] | null;
  /** The turn of the assistant that proposed the call. */
  readonly proposal: readonly Token[];
  /** What the assistant said before it, since the last consent or refusal. */
  readonly earlier: readonly (readonly Token[])[];
  /** The user's answer. */
  readonly answer: readonly Token[];
  /** All that the user said before the call. */
  readonly byUser: readonly (readonly Token[])[];
}

/** Whether the user agreed to a value: `null` where it can't be told. */
export function wasAgreedTo(value: KeyValue, spoken: Spoken): boolean | null {
  if (value.inList) return isInListAgreedTo(value, spoken) ? true : null;
  const agreed = value.kind === "amount" ? wasAmountAgreedTo(value, spoken) : wasNamed(value, spoken);
  if (agreed !== true || says(spoken.answer, value)) return agreed;
  // "Yes, but make it $20" agrees to something else.
  const other = value.kind === "amount" ? saysAmount(spoken.answer) : saysOther(spoken.answer, value);
  return other ? null : true;
}

/** Lists may be read out summed up, so that what nobody said of them is not wrong, but can't be told. */
function isInListAgreedTo(value: KeyValue, { proposal, earlier, byUser }: Spoken): boolean {
  const said = [proposal, ...earlier];
  if ([...said, ...byUser].some((text) => says(text, value))) return true;
  return value.kind === "id" && !said.some((text) => saysOther(text, value));
}

/** It must be in the proposal, or before it where no other amount came in between. */
function wasAmountAgreedTo(value: KeyValue, { question, proposal, earlier }: Spoken): boolean | null {
  if (question !== null && saysAmount(question)) {
    if (says(question, value)) return true;
    return says(proposal, value) ? null : false;
  }
  const heard = [...earlier, proposal].findLast((text) => says(text, value) || saysAmount(text));
  return heard !== undefined && says(heard, value);
}

/**
 * An identifier or a recipient may also have been named by the user. One that nobody named is wrong where the proposal names
 * another of its make; else an identifier may be one that nobody spells out, and a recipient can't be told.
 */
function wasNamed(value: KeyValue, spoken: Spoken): boolean | null {
  const { proposal, earlier, byUser } = spoken;
  if (says(proposal, value)) return true;
  if (saysOther(proposal, value) && value.kind === "recipient") return false;
  if (earlier.some((text) => says(text, value)) || byUser.some((text) => says(text, value))) return true;
  if (saysOther(proposal, value)) return false;
  return value.kind === "id" ? true : null;
}
