import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Not by `recursive`: where a file system refuses a folder as "not found", as /proc
 * does, Node would try for ever.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" || code === "EISDIR") return unlessFolder(path, error);
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || (await exists(parent))) throw error;
    await makeFolder(parent);
    // Not this function again: what was just made may be gone, and made again, without end.
    await mkdir(path).catch((second: unknown) => unlessFolder(path, second));
  }
}

async function unlessFolder(path: string, error: unknown): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) throw error;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
