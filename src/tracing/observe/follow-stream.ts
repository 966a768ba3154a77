import { followIterator, settle, steps, stop } from "./follow-iterator.js";
import type { Outcome } from "./outcome.js";
import { patch } from "./patch.js";
import { Pieces } from "./pieces.js";

export const isReadableStream = (value: object): boolean =>
  "getReader" in value && typeof value.getReader === "function" && "pipeTo" in value;

/**
 * Watches every way to consume a web stream, on the stream itself: no proxy, since its methods insist on the real
 * object, and no tee, since that would read what nobody asked for. What several readers take in turn is one result.
 */
export function followReadable(stream: object, outcome: Outcome): boolean {
  const pieces = new Pieces();
  const patched = patch(stream, "getReader", (original) => {
    return function (this: unknown, ...args: unknown[]) {
      const reader = original.apply(this, args);
      if (typeof reader === "object" && reader !== null) followReader(reader, pieces, outcome);
      return reader;
    };
  });
  for (const key of ["values", Symbol.asyncIterator]) {
    patch(stream, key, (original) => {
      return function (this: unknown, ...args: unknown[]) {
        const iterator = original.apply(this, args);
        if (typeof iterator === "object" && iterator !== null) followIterator(iterator, outcome);
        return iterator;
      };
    });
  }
  patch(
    stream,
    "cancel",
    afterwards(() => stop(pieces, outcome)),
  );
  patch(stream, "pipeTo", (original) => {
    return function (this: unknown, ...args: unknown[]) {
      const piped = (result: unknown): unknown => {
        outcome.unseen("its stream was piped on, unseen");
        return result;
      };
      return settle(() => original.apply(this, args), piped, outcome);
    };
  });
  patch(
    stream,
    "pipeThrough",
    branchesOf(outcome, (result) => [result]),
  );
  patch(
    stream,
    "tee",
    branchesOf(outcome, (result) => (Array.isArray(result) ? (result as unknown[]) : [])),
  );
  if (!patched) outcome.unseen("its stream is frozen and could not be watched");
  return true;
}

function followReader(reader: object, pieces: Pieces, outcome: Outcome): void {
  const seen = steps(pieces, outcome);
  patch(reader, "read", (original) => {
    return function (this: unknown, ...args: unknown[]) {
      return settle(() => original.apply(this, args), seen, outcome);
    };
  });
  patch(
    reader,
    "cancel",
    afterwards(() => stop(pieces, outcome)),
  );
}

type Replace = Parameters<typeof patch>[2];

/** What comes out at the other end is the result as its consumer sees it; of two branches the first to end counts. */
function branchesOf(outcome: Outcome, branches: (result: unknown) => readonly unknown[]): Replace {
  return (original) =>
    function (this: unknown, ...args: unknown[]) {
      const result = original.apply(this, args);
      for (const branch of branches(result)) {
        if (typeof branch === "object" && branch !== null && isReadableStream(branch)) followReadable(branch, outcome);
      }
      return result;
    };
}

/** A cancellation that was refused, since somebody else holds the stream, has ended nothing. */
function afterwards(ended: () => void): Replace {
  return (original) =>
    function (this: unknown, ...args: unknown[]) {
      const result = original.apply(this, args);
      if (!(result instanceof Promise)) return result;
      return result.then((value: unknown) => {
        ended();
        return value;
      });
    };
}
