import { RehearsalError } from "../../errors.js";
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
  const goldens = "goldens" in given ? given.goldens : given;
  if (!Array.isArray(goldens)) throw wrong("the second argument must be a dataset or a list of goldens");
  if (goldens.length === 0) throw wrong("there are no goldens, and nothing asserted is no pass");
  return goldens.map((golden: object, index) => {
    if ("input" in golden && !("scenario" in golden)) {
      throw wrong(
        `golden ${String(index + 1)} is a single question; assert it with assertTest({ golden, run }), and give dataset.conversationalGoldens here`,
      );
    }
    return parse(conversationalGoldenSchema, golden, `describeGoldens: golden ${String(index + 1)}`);
  });
}

const wrong = (what: string): RehearsalError => new RehearsalError("invalid_input", `describeGoldens: ${what}`);
