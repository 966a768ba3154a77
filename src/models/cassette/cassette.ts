import { resolve } from "node:path";
import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { within } from "./ambient.js";
import { CassetteFile, placeOf, type Entry } from "./cassette-file.js";
import { notRecorded } from "./miss.js";
import { cassetteMode, type CassetteMode } from "./mode.js";
import type { Recording, Reply } from "./recording.js";
import { redactReply } from "./redact-reply.js";
import { requestKey, type RequestKey } from "./request-key.js";
import { redactor, type Redactor } from "./secrets.js";
import { standardVolatile, type VolatileRule } from "./volatile.js";

export interface CassetteSettings {
  /** Default: `REHEARSAL_CASSETTE` of the environment, else `auto`. */
  readonly mode?: CassetteMode;
  /** What differs from run to run and means nothing. Default: `standardVolatile`; give `[...standardVolatile, mine]` to add. */
  readonly volatile?: readonly VolatileRule[];
  /** Further secrets that are never written: texts, or patterns. Default: none but those of the known shapes. */
  readonly redact?: readonly (RegExp | string)[];
  /** Headers of requests that tell requests apart, as `openai-beta`. Default: none. */
  readonly headers?: readonly string[];
}

export interface CassetteOptions extends CassetteSettings {
  /** The file, as `cassettes/refund.json`. Its directory is made if need be. */
  readonly path: string;
  /** A part of the file with recordings of its own, as `trial 2`. Default: the file has one part. */
  readonly scope?: string;
}

/** A recording that was not asked for. */
export interface UnusedRecording {
  readonly path: string;
  /** Its place in the file, from 1. */
  readonly recording: number;
  readonly target: string;
  readonly scope?: string;
}

/** Takes the answer to a request. Nothing is written until it does, so an answer that is not worth keeping is not handed in. */
export interface Slot {
  keep(reply: Reply): void;
}

export const settingNames = [
  "mode",
  "volatile",
  "redact",
  "headers",
] as const satisfies readonly (keyof CassetteSettings)[];
export const cassetteOptionNames = [...settingNames, "path", "scope"] as const;

type Env = Readonly<Record<string, string | undefined>>;

/** What a test hands in instead of the process's own. */
export interface CassetteInternals {
  readonly env?: Env;
  /** When this process began, in milliseconds since the epoch: an older file is replaced by `record`. */
  readonly startedMs?: number;
  readonly file?: (make: () => CassetteFile) => CassetteFile;
}

/**
 * One run over one file of recordings: equal requests get their recordings in the order in which they were recorded.
 * Make a new one for every run; those of one file share it, and lose nothing of each other's.
 */
export class Cassette {
  /** Absolute. */
  readonly path: string;
  readonly mode: CassetteMode;
  readonly scope: string | undefined;
  readonly headers: readonly string[];
  readonly #file: CassetteFile;
  readonly #rules: readonly VolatileRule[];
  /** Texts and patterns that are never written; those that a request is sent with are added. */
  readonly #secrets: Set<RegExp | string>;
  readonly #env: Env;
  #redactor: Redactor | undefined;
  readonly #asked = new Map<string, number>();
  /** By what they are, not as objects: another recorder of the file may have read it anew. */
  readonly #used = new Set<string>();
  readonly #misses: RehearsalError[] = [];
  #checked = false;

  constructor(options: CassetteOptions, internals: CassetteInternals = {}) {
    const problem = wrongOptions(options, cassetteOptionNames);
    if (problem !== undefined) throw new RehearsalError("invalid_input", `Cassette: ${problem}`);
    const { path, scope, volatile = standardVolatile, redact, headers = [] } = options;
    if (typeof path !== "string" || path === "")
      throw new RehearsalError(
        "invalid_input",
        "Cassette: path must be the path of a file, for example cassettes/refund.json",
      );
    const { env = process.env, startedMs = performance.timeOrigin, file = (make) => make() } = internals;
    this.path = resolve(path);
    this.mode = cassetteMode(options.mode, env);
    this.scope = scope;
    this.headers = headers;
    this.#rules = volatile;
    this.#secrets = new Set(redact);
    this.#env = env;
    const keyOf = (recording: Recording) => requestKey(recording, volatile);
    this.#file = file(() => new CassetteFile({ path: this.path, keyOf, afresh: this.mode === "record", startedMs }));
  }

  /** Every request that could not be replayed, for who finds that a client has hidden the error. */
  get misses(): readonly RehearsalError[] {
    return this.#misses;
  }

  /** Runs `work` with this cassette as that of every `withCassette(target)` without one of its own. */
  run<T>(work: () => T): T {
    return within({ cassette: this, inside: false }, work);
  }

  /** The recordings of this part of the file that were not asked for (yet). */
  unused(): UnusedRecording[] {
    if (this.mode === "off" || this.mode === "record") return [];
    return this.#file.entries().flatMap(({ recording, key, ordinal, own }, index) => {
      if (own || recording.scope !== this.scope || this.#used.has(placeOf(key, ordinal))) return [];
      const { target, scope } = recording;
      return [{ path: this.path, recording: index + 1, target, ...(scope !== undefined && { scope }) }];
    });
  }

  /**
   * The recorded answer to a request, or where to put the answer. `secrets`: what it is sent with and nobody may read.
   * Throws `not_recorded` in the mode `replay`.
   */
  begin(
    target: string,
    request: JsonValue,
    secrets: readonly string[] = [],
  ): { readonly reply: Reply } | { readonly slot: Slot } {
    const redactor = this.#redactorWith(secrets);
    const asked = {
      ...(this.scope !== undefined && { scope: this.scope }),
      target: redactor.text(target),
      request: redactor.tree(request),
    };
    const key = requestKey(asked, this.#rules);
    const ordinal = (this.#asked.get(key.key) ?? 0) + 1;
    this.#asked.set(key.key, ordinal);
    const entry = this.mode === "record" ? undefined : this.#find(key);
    if (entry !== undefined) {
      this.#used.add(placeOf(entry.key, entry.ordinal));
      return { reply: entry.recording.reply };
    }
    if (this.mode === "replay") throw this.#miss(asked.target, key, ordinal);
    if (!this.#checked) this.#file.assertWritable();
    this.#checked = true;
    const order = this.#file.nextOrder();
    const keep = (reply: Reply) => {
      this.#file.keep({ ...asked, reply: redactReply(reply, redactor) }, { ordinal, order });
      this.#used.add(placeOf(key, ordinal));
    };
    return { slot: { keep } };
  }

  /** Made at the first request, when whoever fills the environment has done so. */
  #redactorWith(secrets: readonly string[]): Redactor {
    const fresh = secrets.filter((secret) => !this.#secrets.has(secret));
    for (const secret of fresh) this.#secrets.add(secret);
    if (this.#redactor === undefined || fresh.length > 0) this.#redactor = redactor([...this.#secrets], this.#env);
    return this.#redactor;
  }

  /** The first that is left of equal requests; one that is equal in its ids too goes first. */
  #find({ key, exact }: RequestKey): Entry | undefined {
    const left = this.#file
      .entries()
      .filter((entry) => entry.key.key === key && !this.#used.has(placeOf(entry.key, entry.ordinal)));
    const same = left.length > 1 ? left.find((entry) => entry.key.exact() === exact()) : undefined;
    return same ?? left[0];
  }

  #miss(target: string, key: RequestKey, ordinal: number): RehearsalError {
    const { path, exists } = this.#file;
    const error = notRecorded({ path, exists, scope: this.scope, target, key, ordinal, entries: this.#file.entries() });
    this.#misses.push(error);
    return error;
  }
}
