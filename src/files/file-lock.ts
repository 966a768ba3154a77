import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { RehearsalError } from "../errors.js";

/** Much longer than anybody writes a file. Milliseconds. */
const LONGEST_MS = 10_000;
const STEP_MS = 2;

/**
 * Does `work`, which is synchronous, while no other process or thread does anything under the lock of the same path: a file
 * `<path>.lock` that only one can make. One that a killed process left behind is taken away. Throws `invalid_file` where
 * another holds it for longer than ten seconds.
 */
export function withFileLock<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`;
  const own = `${String(process.pid)} ${randomUUID()}`;
  const until = performance.now() + LONGEST_MS;
  while (!made(lock, own)) {
    const holder = read(lock);
    if (holder !== undefined && !isAlive(holder)) takeAway(lock, holder);
    else if (performance.now() > until) throw held(path, lock, holder);
    else pause();
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function made(lock: string, own: string): boolean {
  try {
    writeFileSync(lock, own, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Undefined: it is gone by now. */
function read(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** One that is being made is still empty. */
export function isAlive(holder: string): boolean {
  const pid = Number(holder.split(" ")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive as well.
    return codeOf(error) !== "ESRCH";
  }
}

/** Another may have done so at this moment, and have made its own: that is put back. */
function takeAway(lock: string, holder: string): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, "utf8") !== holder) linkSync(aside, lock);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4));
const pause = (): void => void Atomics.wait(cell, 0, 0, STEP_MS);

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

const held = (path: string, lock: string, holder: string | undefined): RehearsalError =>
  new RehearsalError(
    "invalid_file",
    `${path} can't be written: process ${holder?.split(" ")[0] || "(unknown)"} holds ${lock} for more than ` +
      `${String(LONGEST_MS / 1000)} s. If no such process is writing it, remove that file.`,
  );
