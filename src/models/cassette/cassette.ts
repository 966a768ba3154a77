import { resolve } from "node:path";
import { RehearsalError } from "../../errors.js";
import type { JsonValue } from "../../test-case/json.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import { within } from "./ambient.js";
import { CassetteFile, placeOf, type Entry } from "./cassette-file.js";
import { findRecording } from "./find-recording.js";
import { isAnswer } from "./is-answer.js";
import { notRecorded, recordedFailure } from "./miss.js";
import { cassetteMode, type CassetteMode } from "./mode.js";
import type { Recording, Reply } from "./recording.js";
import { RecordingClaim } from "./recording-claim.js";
import { redactReply } from "./redact-reply.js";
import { requestKey, type RequestKey } from "./request-key.js";
import { asksModel } from "./model-content.js";
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
  /** What stands in the golden is no secret, whatever its name. */
  readonly isPlain?: (text: string) => boolean;
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
  readonly #claim: RecordingClaim;
  readonly #rules: readonly VolatileRule[];
  /** Texts and patterns that are never written; those that a request is sent with are added. */
  readonly #secrets: Set<RegExp | string>;
  readonly #env: Env;
  readonly #isPlain: ((text: string) => boolean) | undefined;
  #redactor: Redactor | undefined;
  readonly #asked = new Map<string, number>();
  /** By what they are, not as objects: another recorder of the file may have read it anew. */
  readonly #used = new Set<string>();
  readonly #misses: RehearsalError[] = [];
  #failed: Entry | undefined;
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
    const { env = process.env, startedMs = performance.timeOrigin, file = (make) => make(), isPlain } = internals;
    this.path = resolve(path);
    this.mode = cassetteMode(options.mode, env);
    this.scope = scope;
    this.headers = headers;
    this.#rules = volatile;
    this.#secrets = new Set(redact);
    this.#env = env;
    this.#isPlain = isPlain;
    this.#claim = new RecordingClaim(this.path, scope);
    const keyOf = (recording: Recording) => requestKey(recording, volatile);
    this.#file = file(() => new CassetteFile({ path: this.path, keyOf, afresh: this.mode === "record", startedMs }));
  }

  /** Whether anything was asked of it. */
  get wasAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** Every request that could not be replayed, for who finds that a client has hidden the error. */
  get misses(): readonly RehearsalError[] {
    return this.#misses;
  }

  /** Where the last answer given stands, if it is a failure that was recorded, and what to do. Undefined: it is none. */
  get failure(): string | undefined {
    if (this.#failed === undefined) return undefined;
    const { key, ordinal } = this.#failed;
    const place = placeOf(key, ordinal);
    const at = this.#file.entries().findIndex((entry) => placeOf(entry.key, entry.ordinal) === place) + 1;
    return recordedFailure(this.path, at);
  }

  /** Throws `invalid_file`, with the line, where the file is no cassette: better now than in the midst of what is recorded. */
  assertReadable(): void {
    if (this.mode !== "off") this.#file.entries();
  }

  /**
   * Runs `work` with this cassette as that of every `withCassette(target)` without one of its own. Of those that run at the
   * same time one alone can record the same part of a file: the other gets an `invalid_input` where it would ask.
   */
  run<T>(work: () => T): T {
    return this.#claim.during(() => within({ mode: this.mode, cassette: this, inside: false }, work));
  }

  /** The recordings of this part of the file that were not asked for (yet); and those of parts that `isGone` says nobody has. */
  unused(isGone: (scope: string) => boolean = () => false): UnusedRecording[] {
    if (this.mode === "off" || this.mode === "record") return [];
    return this.#file.entries().flatMap(({ recording, key, ordinal, own }, index) => {
      const isHere = recording.scope === this.scope || (recording.scope !== undefined && isGone(recording.scope));
      if (own || !isHere || this.#used.has(placeOf(key, ordinal))) return [];
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
    const asked = this.#redacted(secrets, (redactor) => ({
      ...(this.scope !== undefined && { scope: this.scope }),
      target: redactor.content.text(target),
      request: redactor.tree(request),
    }));
    const key = requestKey(asked, this.#rules);
    const ordinal = (this.#asked.get(key.key) ?? 0) + 1;
    this.#asked.set(key.key, ordinal);
    const entry = this.mode === "record" ? undefined : this.#find(key, asked.target);
    if (entry !== undefined) this.#used.add(placeOf(entry.key, entry.ordinal));
    const isAnswered = entry !== undefined && isAnswer(entry.recording.reply);
    // What failed, or was cut off, has no answer yet.
    if (entry !== undefined && (this.mode === "replay" || isAnswered)) {
      this.#failed = isAnswered ? undefined : entry;
      return { reply: entry.recording.reply };
    }
    if (this.mode === "replay") throw this.#miss(asked.target, key, ordinal);
    if (!this.#checked) this.#file.assertWritable();
    this.#checked = true;
    const other = this.#claim.take();
    if (other !== undefined) throw this.#missed(other);
    const order = this.#file.nextOrder();
    const keep = (reply: Reply) => {
      const place = { ordinal: entry?.ordinal ?? ordinal, order };
      const kept = this.#redacted([], (redactor) => redactReply(reply, redactor, asksModel(request)));
      this.#file.keep({ ...asked, reply: kept }, place);
      this.#used.add(placeOf(key, place.ordinal));
    };
    return { slot: { keep } };
  }

  /** What was found by its name may stand elsewhere without one, so that it is looked for once more. */
  #redacted<T>(secrets: readonly string[], redact: (redactor: Redactor) => T): T {
    this.#learn(secrets);
    const redacted = redact(this.#current());
    return this.#redactor === undefined ? redact(this.#current()) : redacted;
  }

  /** Made at the first request, when whoever fills the environment has done so. */
  #current(): Redactor {
    return (this.#redactor ??= redactor([...this.#secrets], {
      env: this.#env,
      headers: this.headers.map((name) => name.toLowerCase()),
      isPlain: this.#isPlain ?? (() => false),
      learn: (secret) => {
        // Shorter ones, and words, are found in texts where they mean nothing.
        if (secret.length >= 16 || (secret.length >= 8 && /\d/.test(secret))) this.#learn([secret]);
      },
    }));
  }

  #learn(secrets: readonly string[]): void {
    for (const secret of secrets.flatMap((each) => [each, encodeURIComponent(each)])) {
      if (this.#secrets.has(secret)) continue;
      this.#secrets.add(secret);
      this.#redactor = undefined;
    }
  }

  #find(key: RequestKey, target: string): Entry | undefined {
    const { scope } = this;
    const used = this.#used;
    return findRecording(this.#file.entries(), { target, scope, key, used, answersFirst: this.mode === "auto" });
  }

  #miss(target: string, key: RequestKey, ordinal: number): RehearsalError {
    const { path, exists } = this.#file;
    return this.#missed(
      notRecorded({ path, exists, scope: this.scope, target, key, ordinal, entries: this.#file.entries() }),
    );
  }

  #missed(error: RehearsalError): RehearsalError {
    this.#misses.push(error);
    return error;
  }
}
