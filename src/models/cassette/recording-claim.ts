import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RehearsalError } from "../../errors.js";
import { claim } from "../../files/claim.js";

/**
 * That a part of a cassette is recorded by one run alone. Two would mix their answers: each asks for what the other has not
 * kept yet, and what is replayed afterwards is a conversation that neither held.
 */
export class RecordingClaim {
  readonly #path: string;
  readonly #scope: string | undefined;
  #running = 0;
  #release: (() => void) | undefined;

  constructor(path: string, scope: string | undefined) {
    this.#path = path;
    this.#scope = scope;
  }

  /** What is claimed while `work` goes on is given back at its end, also that of a promise. */
  during<T>(work: () => T): T {
    this.#running += 1;
    const end = (): void => {
      this.#running -= 1;
      if (this.#running > 0) return;
      this.#release?.();
      this.#release = undefined;
    };
    let result: T;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (!(result instanceof Promise)) {
      end();
      return result;
    }
    return result.finally(end) as T;
  }

  /** To be called before something is recorded; its directory is there. Undefined: nobody else records it. */
  take(): RehearsalError | undefined {
    if (this.#running === 0 || this.#release !== undefined) return undefined;
    const part = this.#scope === undefined ? "" : `.${this.#scope.replace(/[^\w-]+/g, "-")}`;
    const taken = claim(join(realpathSync(dirname(this.#path)), `${basename(this.#path)}${part}.recording`));
    if ("holder" in taken) return this.#refused(taken.holder);
    this.#release = taken.release;
    return undefined;
  }

  #refused(holder: string): RehearsalError {
    const part = this.#scope === undefined ? "" : ` (${this.#scope})`;
    return new RehearsalError(
      "invalid_input",
      `${holder} is recording cassette ${this.#path}${part} at this moment, and the answers of both would be mixed in it. ` +
        "Let one run follow the other, or give each a directory of its own.",
    );
  }
}
