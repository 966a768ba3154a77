import { messageOf, RehearsalError } from "../errors.js";

/** What `--json` prints where the command could not be run as it was given: then there is no run to tell of. */
export const refusal = (code: string, message: string) => ({
  error: { code, message },
  passed: false,
  complete: false,
  results: [],
});

/** The code of an error that is for the user. Undefined: it is a fault of this package, or of what it loaded. */
export const refusalCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unexpected";

/** A refusal of the simulator with flags named for its options, which nobody typed. */
export function refusedInFlags(error: unknown): unknown {
  if (!(error instanceof RehearsalError) || !error.message.startsWith("maxCost ")) return error;
  const message = messageOf(error)
    .replaceAll("(maxTokens)", "(--max-tokens)")
    .replace("in prices", "in the file of --prices");
  return new RehearsalError(error.code, `--max-cost${message.slice("maxCost".length)}`, { cause: error });
}
