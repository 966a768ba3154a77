import { RehearsalError } from "../../errors.js";

/**
 * What a cassette does with a request:
 * - `record` asks, and keeps the answer; what the file held before is replaced
 * - `replay` answers from the file alone, and what is not there is an error
 * - `auto` answers from the file, and asks and keeps what is not there
 * - `off` asks, and keeps nothing
 */
export type CassetteMode = "record" | "replay" | "auto" | "off";

export const cassetteModes: readonly CassetteMode[] = ["record", "replay", "auto", "off"];

type Env = Readonly<Record<string, string | undefined>>;

/** The option, else `REHEARSAL_CASSETTE` of the environment, else `auto`. Throws `invalid_input` for any other word. */
export function cassetteMode(option: unknown, env: Env = process.env): CassetteMode {
  const fromEnv = env.REHEARSAL_CASSETTE?.trim();
  const given = option ?? (fromEnv === undefined || fromEnv === "" ? "auto" : fromEnv);
  const mode = cassetteModes.find((each) => each === given);
  if (mode !== undefined) return mode;
  const where = option === undefined ? "REHEARSAL_CASSETTE" : "mode";
  throw new RehearsalError(
    "invalid_input",
    `The ${where} of a cassette is ${JSON.stringify(given) ?? typeof given}; it must be one of ${cassetteModes.join(", ")}.`,
  );
}
