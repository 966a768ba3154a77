type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** What a stand-in does: it returns or throws, and `late` is what has to pass before that is known. */
export interface StandIn {
  /** Undefined: nothing. */
  readonly late: (() => Promise<void>) | undefined;
  readonly answer: (self: unknown, args: unknown[]) => unknown;
}

/**
 * A function of the same kind as `real`: what is asynchronous stays so, generators stay generators, which yield what a
 * list holds, and everything else answers at once. (That a plain function returns promises can't be seen from outside: see `returnsPromises`.)
 */
export function sameKind(real: unknown, isAsync: boolean | undefined, { late, answer }: StandIn): AnyFunction {
  switch (kindOf(real)) {
    case "AsyncGeneratorFunction":
      return async function* (this: unknown, ...args) {
        await late?.();
        yield* piecesOf(await answer(this, args));
      };
    case "GeneratorFunction":
      return function* (this: unknown, ...args) {
        yield* syncPiecesOf(answer(this, args));
      };
    case "AsyncFunction":
      return asynchronous(late, answer);
    default:
      return isAsync === true ? asynchronous(late, answer) : plain(late, answer);
  }
}

const kindOf = (fn: unknown): string => Object.prototype.toString.call(fn).slice(8, -1);

const asynchronous = (late: StandIn["late"], answer: StandIn["answer"]): AnyFunction =>
  async function (this: unknown, ...args) {
    try {
      return await answer(this, args);
    } finally {
      await late?.();
    }
  };

/** Who gets a value at once can't be made to wait for it. */
const plain = (late: StandIn["late"], answer: StandIn["answer"]): AnyFunction =>
  function (this: unknown, ...args) {
    const result = answer(this, args);
    if (late === undefined || !(result instanceof Promise)) return result;
    return result.finally(late);
  };

function* syncPiecesOf(value: unknown): Generator {
  if (typeof value === "object" && value !== null && Symbol.iterator in value) yield* value as Iterable<unknown>;
  else yield value;
}

async function* piecesOf(value: unknown): AsyncGenerator {
  if (typeof value === "object" && value !== null && Symbol.asyncIterator in value)
    yield* value as AsyncIterable<unknown>;
  else yield* syncPiecesOf(value);
}
