import { appendFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { messageOf, RehearsalError } from "../errors.js";
import { makeFolder } from "../golden/files/make-folder.js";

/** Writes what `--junit` asks for. Rejects at once where nothing could be written. Undefined: it asks for nothing. */
export async function junitFile(
  named: string | undefined,
  cwd: string,
): Promise<((xml: string, warn: (message: string) => void) => Promise<void>) | undefined> {
  if (named === undefined) return undefined;
  const path = resolve(cwd, named);
  const unwritable = (error: unknown) => `--junit ${named} can't be written: ${messageOf(error)}`;
  try {
    await makeFolder(dirname(path));
    await appendFile(path, "");
  } catch (error) {
    throw new RehearsalError("invalid_file", `${unwritable(error)}. Nothing was run; name another file.`, {
      cause: error,
    });
  }
  return (xml, warn) => writeFile(path, xml).catch((error: unknown) => warn(unwritable(error)));
}
