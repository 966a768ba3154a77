import { unknownOption } from "../test-case/unknown-option.js";

/** What is wrong with the keys of options of an evaluation, if anything. */
export const wrongKey = (options: object, known: readonly string[]): string | undefined =>
  "judge" in options
    ? '"judge" is not there yet: conditions that need a judge are listed as not asserted by this version'
    : unknownOption(options, known);
