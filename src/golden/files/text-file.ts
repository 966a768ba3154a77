import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { RehearsalError, messageOf } from "../../errors.js";
import { makeFolder } from "./make-folder.js";

export type ReadFile = (path: string) => Promise<Uint8Array>;
export type ReadFileSync = (path: string) => Uint8Array;
export type WriteFile = (path: string, text: string) => Promise<void>;

export async function readTextFile(path: string, read: ReadFile = readFile): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await read(path);
  } catch (error) {
    return unreadable(path, error);
  }
  return decoded(path, bytes);
}

export function readTextFileSync(path: string, read: ReadFileSync = readFileSync): string {
  let bytes: Uint8Array;
  try {
    bytes = read(path);
  } catch (error) {
    return unreadable(path, error);
  }
  return decoded(path, bytes);
}

function unreadable(path: string, error: unknown): never {
  const missing = (error as { code?: unknown }).code === "ENOENT";
  const why = missing ? "there is no such file" : messageOf(error);
  throw new RehearsalError("invalid_file", `${path} can't be read: ${why}`, { cause: error });
}

function decoded(path: string, bytes: Uint8Array): string {
  try {
    // Without `fatal`, letters that are not UTF-8 would silently become question marks. A byte order mark is dropped.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    const message = `${path} is not UTF-8 text; save it as UTF-8 (a spreadsheet calls it "CSV UTF-8")`;
    throw new RehearsalError("invalid_file", message, { cause: error });
  }
}

/** The last write to each path that has not ended. */
const writing = new Map<string, Promise<void>>();

/**
 * Replaces the file at once: whoever reads it meanwhile sees the old one or a new one, never half of one. Writes of this
 * process to one path happen in the order of the calls, so that the last one stays; between processes, the last to end.
 */
export const writeTextFile: WriteFile = async (path, text) => {
  const key = resolve(path);
  const before = writing.get(key);
  const write = (before ?? Promise.resolve()).catch(() => undefined).then(() => replaceFile(key, text));
  writing.set(key, write);
  try {
    await write;
  } finally {
    if (writing.get(key) === write) writing.delete(key);
  }
};

async function replaceFile(path: string, text: string): Promise<void> {
  // Of this call alone: another thread has the same process id.
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  await makeFolder(dirname(path));
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
