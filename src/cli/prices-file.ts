import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, RehearsalError } from "../errors.js";
import { checkedPrices, type Prices } from "../simulator/ceiling/prices.js";

/** The price table that `--prices` names. */
export async function readPrices(file: string | undefined, cwd: string): Promise<Prices | undefined> {
  if (file === undefined) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(await readFile(resolve(cwd, file), "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? `it is no JSON (${messageOf(error)})` : messageOf(error);
    throw new RehearsalError("invalid_file", `--prices ${file} can't be read: ${why}. Nothing was run.`, {
      cause: error,
    });
  }
  return checkedPrices(given, `--prices ${file}`);
}
