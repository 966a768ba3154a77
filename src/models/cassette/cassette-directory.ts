import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { RehearsalError } from "../../errors.js";
import { wrongOptions } from "../../test-case/unknown-option.js";
import type { CassetteFile } from "./cassette-file.js";
import { within } from "./ambient.js";
import { standsIn } from "./stands-in.js";
import { cassetteMode, type CassetteMode } from "./mode.js";
import { Cassette, settingNames, type CassetteInternals, type CassetteSettings } from "./cassette.js";

export interface CassetteDirectoryOptions extends CassetteSettings {
  /** Where the files are, one for each golden. */
  readonly directory: string;
}

/** The cassettes of a run: a file for each golden, a part of it for each trial. */
export class CassetteDirectory {
  /** Absolute. */
  readonly directory: string;
  readonly mode: CassetteMode;
  readonly #settings: CassetteSettings;
  readonly #internals: CassetteInternals;
  /** Trials that run at the same time share the file, and the memory for it goes with the last of them. */
  readonly #files = new Map<string, WeakRef<CassetteFile>>();

  constructor(options: CassetteDirectoryOptions, internals: CassetteInternals = {}) {
    const problem = wrongOptions(options, [...settingNames, "directory"]);
    if (problem !== undefined) throw new RehearsalError("invalid_input", `cassette: ${problem}`);
    const { directory, ...settings } = options;
    if (typeof directory !== "string" || directory === "")
      throw new RehearsalError(
        "invalid_input",
        "cassette: directory must be the path of a directory, for example cassettes",
      );
    this.directory = resolve(directory);
    this.mode = cassetteMode(settings.mode, internals.env);
    this.#settings = { ...settings, mode: this.mode };
    this.#internals = internals;
  }

  /**
   * A cassette for one conversation, to be used for that one only. `trial` counts from 1. `golden`: what stands in it is no
   * secret, whatever its name.
   */
  cassetteFor(goldenId: string, trial = 1, golden?: unknown): Cassette {
    const path = join(this.directory, fileNameOf(goldenId));
    const scope = trial === 1 ? {} : { scope: `trial ${String(trial)}` };
    const file = (make: () => CassetteFile): CassetteFile => {
      const there = this.#files.get(path)?.deref();
      if (there !== undefined) return there;
      const made = make();
      this.#files.set(path, new WeakRef(made));
      return made;
    };
    return new Cassette({ ...this.#settings, path, ...scope }, { isPlain: standsIn(golden), ...this.#internals, file });
  }

  /** Runs what comes before any conversation, so that models know whether they will be asked. */
  preparing<T>(work: () => T): T {
    return within({ mode: this.mode, cassette: undefined, inside: false }, work);
  }

  /** Files of the directory that no conversation of this run had: of goldens that are gone, if all of them were run. */
  unusedFiles(): string[] {
    let names: string[];
    try {
      names = readdirSync(this.directory);
    } catch {
      return [];
    }
    const paths = names.filter((name) => name.endsWith(".json")).map((name) => join(this.directory, name));
    return paths.filter((path) => !this.#files.has(path)).sort();
  }
}

/** The golden's id where that can be the name of a file, else as near as can be, told apart by a hash. */
export function fileNameOf(goldenId: string): string {
  if (/^[a-z\d][a-z\d._-]{0,79}$/.test(goldenId)) return `${goldenId}.json`;
  const plain = goldenId.replace(/[^\w-]+/g, "-").slice(0, 60);
  return `${plain}-${createHash("sha256").update(goldenId).digest("hex").slice(0, 8)}.json`;
}
