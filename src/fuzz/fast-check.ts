import { createRequire } from "node:module";
import type * as FastCheckModule from "fast-check";
import { messageOf, RehearsalError } from "../errors.js";

export type FastCheck = typeof FastCheckModule;

/** Loads a package by its name, at once. */
export type Load = (name: string) => unknown;

/** Loaded where it is first needed: it is an optional peer, and arbitraries are made at once. */
export function fastCheck(load: Load = createRequire(import.meta.url)): FastCheck {
  try {
    return load("fast-check") as FastCheck;
  } catch (cause) {
    const absent = /MODULE_NOT_FOUND/.test(String((cause as { code?: unknown } | null)?.code));
    const what = absent ? "is not installed" : `can't be loaded (${messageOf(cause)})`;
    throw new RehearsalError(
      "missing_package",
      `rehearsal/fuzz makes its conversations with fast-check, which ${what}: npm install --save-dev fast-check`,
      { cause },
    );
  }
}
