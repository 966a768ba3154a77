import { RehearsalError } from "../../errors.js";
import { given as shown } from "../../evaluation/given.js";
import { excerpt } from "../../evaluation/neutralise.js";
import {
  conversationalGoldenSchema,
  type ConversationalGolden,
  type ConversationalGoldenInput,
} from "../../golden/conversational-golden.js";
import { parse } from "../../test-case/schema.js";

/** Goldens, or a dataset of them. Every one must be a conversation. */
export type Goldens = readonly object[] | { readonly goldens: readonly object[] };
export type { ConversationalGoldenInput };

/** The goldens, checked; every problem is one of the test file, and shows before any test runs. */
export function goldenList(given: Goldens): readonly ConversationalGolden[] {
  const goldens: unknown = typeof given === "object" && given !== null && "goldens" in given ? given.goldens : given;
  if (!Array.isArray(goldens)) {
    throw wrong(`the second argument must be a dataset or a list of goldens; it is ${shown(goldens)}`);
  }
  if (goldens.length === 0) throw wrong("there are no goldens, and nothing asserted is no pass");
  const ids = new Map<string, number>();
  return goldens.map((golden: unknown, index) => {
    if (typeof golden === "object" && golden !== null && "input" in golden && !("scenario" in golden)) {
      throw wrong(
        `golden ${String(index + 1)} is a single question; assert it with assertTest({ golden, run }), and give dataset.conversationalGoldens here`,
      );
    }
    const what = `golden ${String(index + 1)}`;
    const parsed = parse(conversationalGoldenSchema, golden, `describeGoldens: ${what}`);
    const first = ids.get(parsed.id);
    if (first !== undefined) {
      throw wrong(
        `${what} has the id ${excerpt(parsed.id)} of golden ${String(first)}, and their tests could not be told apart: give it an id of its own, or the other one trials`,
      );
    }
    ids.set(parsed.id, index + 1);
    return parsed;
  });
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);
