import { excerpt } from "../../evaluation/neutralise.js";
import { givesAway, readText, telling } from "../../metrics/communicate/communicates.js";
import type { EndReason } from "../../test-case/conversational-test-case.js";
import type { RetrievedContext } from "../../test-case/retrieved-context.js";
import type { Outcome } from "./outcome.js";
import type { Subject } from "./subject.js";

/** Whether a passage of this id or source, or with this text in it, was retrieved. */
export function wasRetrieved({ what, retrieved, knowsRetrieval }: Subject, wanted: string): Outcome {
  const holds = retrieved.some((item) => isWanted(item, wanted));
  if (!holds && !knowsRetrieval) {
    const partly = retrieved.length === 0 ? "it was not traced" : "not all of it was traced";
    return { unknown: `it is not known what was retrieved in ${what}: ${partly}` };
  }
  const shown = retrieved.slice(0, 10).map((item) => `\n    ${passage(item)}`);
  const list = retrieved.length === 0 ? "\n  nothing was retrieved" : `\n  retrieved:${shown.join("")}`;
  return {
    holds,
    unmet: `expected ${what} to have retrieved ${excerpt(wanted)}${list}`,
    met: `expected ${what} not to have retrieved ${excerpt(wanted)}${list}`,
  };
}

function isWanted(item: string | RetrievedContext, wanted: string): boolean {
  const { context, id, source = "" }: RetrievedContext = typeof item === "string" ? { context: item } : item;
  return id === wanted || source.includes(wanted) || spaced(context).includes(spaced(wanted));
}

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();

function passage(item: string | RetrievedContext): string {
  if (typeof item === "string") return excerpt(item);
  const names = [item.id, item.source].filter((name) => name !== undefined);
  return `${names.map((name) => `${excerpt(name)}: `).join("")}${excerpt(item.context)}`;
}

/**
 * Whether the agent told the user a fact: numbers and amounts by value, other text by words. Where it must not have,
 * what gives the fact away counts as well, as in `mustNotCommunicate`.
 */
export function wasCommunicated({ what, said, knowsSaid }: Subject, fact: string, negated: boolean): Outcome {
  const read = said.map(readText);
  const holds = read.some((one) => (negated ? givesAway(one, fact) : telling(one, fact) === "told"));
  if (!holds && !negated && read.some((one) => telling(one, fact) === "denied"))
    return { unknown: `${excerpt(fact)} is said in ${what} only where the words around it deny it` };
  if (!holds && !knowsSaid) {
    const why = said.length === 0 ? "" : ", since not all of it was recorded";
    return { unknown: `it is not known what was said in ${what}${why}` };
  }
  const shown = said.slice(-10).map((text) => `\n    ${excerpt(text)}`);
  const list = `\n  said:${shown.join("")}`;
  return {
    holds,
    unmet: `expected ${what} to communicate ${excerpt(fact)}${list}`,
    met: `expected ${what} not to communicate ${excerpt(fact)}, nor to give it away${list}`,
  };
}

/** Whether the conversation was ended by the user, the agent, … */
export function wasEndedBy({ what, endReason }: Subject, by: EndReason["by"]): Outcome {
  if (endReason === undefined) return { unknown: `it is not known what ended ${what}` };
  const found = `it was ended by ${endReason.by}: ${excerpt(endReason.reason)}`;
  return {
    holds: endReason.by === by,
    unmet: `expected ${what} to be ended by ${by}, but ${found}`,
    met: `expected ${what} not to be ended by ${by}, but ${found}`,
  };
}
