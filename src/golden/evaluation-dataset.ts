import { fileURLToPath } from "node:url";
import { counted } from "../test-case/counted.js";
import { RehearsalError, messageOf, type RehearsalErrorCode } from "../errors.js";
import { isConversationalGolden, type AnyGolden, type AnyGoldenInput } from "./any-golden.js";
import type { ConversationalGolden } from "./conversational-golden.js";
import { describeIssues, type DatasetIssue } from "./dataset-issue.js";
import { datasetFormats, formatOf, type DatasetFormat } from "./files/format.js";
import { readText, writeText } from "./files/formats.js";
import { brokenFile, placeOfKey, type FileContent, type Row } from "./files/rows.js";
import {
  readTextFile,
  readTextFileSync,
  writeTextFile,
  type ReadFile,
  type ReadFileSync,
  type WriteFile,
} from "./files/text-file.js";
import type { Golden } from "./golden.js";
import { readGoldens } from "./read-goldens.js";

export interface ReadOptions {
  /**
   * What happens where rows are bad. `"throw"` (default): an error of code `invalid_file` lists all of them in `issues`
   * and holds the good ones in `dataset`. `"skip"`: the good ones are returned, and `dataset.issues` lists the others;
   * a file without any good row is still an error.
   */
  readonly onInvalid?: "throw" | "skip";
  /** Names of CSV columns that are custom ones although they look like a misspelt field. */
  readonly customColumns?: readonly string[];
}

export interface LoadOptions extends ReadOptions {
  /** Absent: told by the file's extension. */
  readonly format?: DatasetFormat;
  /** Absent: the file system. */
  readonly readFile?: ReadFile;
}

export interface LoadSyncOptions extends Omit<LoadOptions, "readFile"> {
  /** Absent: the file system. */
  readonly readFile?: ReadFileSync;
}

export interface ParseOptions extends ReadOptions {
  readonly format: DatasetFormat;
  /** Name of the file, for messages. */
  readonly file?: string;
}

export interface SaveOptions {
  /** Absent: told by the file's extension. */
  readonly format?: DatasetFormat;
  /** Absent: the file system; the file is then replaced at once or not at all. */
  readonly writeFile?: WriteFile;
}

/** What `load`, `parse` and the constructor throw for bad rows. */
export type InvalidDatasetError = Omit<RehearsalError, "issues"> & {
  readonly issues: readonly DatasetIssue[];
  /** The good rows, and the issues of the others. */
  readonly dataset: EvaluationDataset;
};

/**
 * Goldens in a fixed order, from a file or from values. A golden with `scenario` is a conversation, one with `input` a
 * single question; both kinds may be mixed. Keys in files may be snake_case; written they are camelCase, and what is
 * written is read back equal.
 *
 * @example
 * const dataset = EvaluationDataset.loadSync("goldens/refunds.yaml");
 */
export class EvaluationDataset {
  /** Frozen, in the order of the file. */
  readonly goldens: readonly AnyGolden[];
  /** What is wrong with the rows that were left out. */
  readonly issues: readonly DatasetIssue[];

  constructor(
    given:
      | readonly AnyGoldenInput[]
      | { readonly goldens: readonly AnyGoldenInput[]; readonly issues?: readonly DatasetIssue[] },
  ) {
    const { goldens, issues = [] } = Array.isArray(given) ? { goldens: given } : partsOf(given);
    const read = readGoldens(goldens.map((value): Row => ({ value, place: placeOfKey })));
    this.goldens = Object.freeze([...read.goldens]);
    this.issues = Object.freeze([...issues, ...read.issues]);
    if (read.issues.length > 0)
      throw invalid("invalid_input", `${count(read.bad, goldens.length, "golden")} unusable`, this);
  }

  /** Reads a .json, .jsonl, .csv, .yaml or .yml file. */
  static async load(path: string | URL, options: LoadOptions = {}): Promise<EvaluationDataset> {
    const source = sourceOf(path, options);
    return EvaluationDataset.parse(await readTextFile(source.file, options.readFile), source);
  }

  /**
   * Like {@link load}, at once. For spec files, in which tests are declared while the file is loaded: a top-level `await`
   * keeps mocha from loading a file with `require`, and its complaint about that hides what was wrong with the goldens.
   */
  static loadSync(path: string | URL, options: LoadSyncOptions = {}): EvaluationDataset {
    const source = sourceOf(path, options);
    return EvaluationDataset.parse(readTextFileSync(source.file, options.readFile), source);
  }

  static parse(text: string, options: ParseOptions): EvaluationDataset {
    const { format, file, onInvalid = "throw", customColumns } = options;
    const source = file ?? `The ${format}`;
    if (!datasetFormats.includes(format))
      throw new RehearsalError(
        "invalid_input",
        `format must be one of ${datasetFormats.join(", ")}, not "${String(format)}"`,
      );
    if (!["throw", "skip"].includes(onInvalid))
      throw new RehearsalError("invalid_input", `onInvalid must be throw or skip, not "${String(onInvalid)}"`);
    if (text.trim() === "") throw new RehearsalError("invalid_file", `${source} is empty; write at least one golden`);
    const { rows, faults } = contentOf(text.replace(/^\uFEFF/, ""), format, customColumns);
    if (faults.length > 0) {
      const ofFile = faults.map((fault): DatasetIssue => ({
        ...(file !== undefined && { file }),
        ...fault,
        path: fault.path ?? "",
      }));
      const issues = [...ofFile, ...readGoldens(rows, file).issues];
      throw new RehearsalError("invalid_file", `${source} can't be used:${describeIssues(issues)}`, { issues });
    }
    if (rows.length === 0) throw new RehearsalError("invalid_file", `${source} holds no goldens; write at least one`);
    const { goldens, issues, bad } = readGoldens(rows, file);
    const dataset = new EvaluationDataset({ goldens, issues });
    if (issues.length === 0 || (onInvalid === "skip" && goldens.length > 0)) return dataset;
    const them = bad === 1 ? "it" : "them";
    const skip = goldens.length > 0 ? `; correct ${them}, or leave ${them} out with onInvalid: "skip"` : "";
    throw invalid("invalid_file", `${source}: ${count(bad, rows.length, "row")} unusable${skip}`, dataset);
  }

  /** The goldens that are conversations. */
  get conversationalGoldens(): readonly ConversationalGolden[] {
    return this.goldens.filter(isConversationalGolden);
  }

  /** The goldens that are single questions. */
  get singleTurnGoldens(): readonly Golden[] {
    return this.goldens.filter((golden): golden is Golden => !isConversationalGolden(golden));
  }

  /** Writes a .json, .jsonl, .csv, .yaml or .yml file that `load` reads back equal. Makes the folder. */
  async save(path: string | URL, options: SaveOptions = {}): Promise<void> {
    const file = typeof path === "string" ? path : fileURLToPath(path);
    const text = this.stringify(options.format ?? formatOf(file));
    try {
      await (options.writeFile ?? writeTextFile)(file, text);
    } catch (error) {
      throw new RehearsalError("invalid_file", `${file} can't be written: ${messageOf(error)}`, { cause: error });
    }
  }

  /** The text of a file. Refuses what the format can't hold, rather than lose it. */
  stringify(format: DatasetFormat): string {
    if (this.goldens.length === 0)
      throw new RehearsalError(
        "invalid_input",
        "the dataset holds no goldens, and a file without any can't be read back",
      );
    try {
      return writeText(this.goldens, format);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new RehearsalError("invalid_input", `the dataset is too large for one ${format} file; split it`, {
        cause: error,
      });
    }
  }
}

function sourceOf(
  path: string | URL,
  options: ReadOptions & { readonly format?: DatasetFormat },
): ParseOptions & { readonly file: string } {
  const file = typeof path === "string" ? path : fileURLToPath(path);
  return { ...options, format: options.format ?? formatOf(file), file };
}

function partsOf(given: unknown): { readonly goldens: readonly unknown[]; readonly issues?: readonly DatasetIssue[] } {
  if (typeof given === "object" && given !== null && "goldens" in given && Array.isArray(given.goldens))
    return given as { readonly goldens: readonly unknown[] };
  throw new RehearsalError("invalid_input", "EvaluationDataset takes a list of goldens, or { goldens: [...] }");
}

function contentOf(text: string, format: DatasetFormat, customColumns: readonly string[] | undefined): FileContent {
  try {
    return readText(text, format, customColumns);
  } catch (error) {
    return brokenFile({ message: `the file can't be read as ${format}: ${messageOf(error)}` });
  }
}

const count = (bad: number, all: number, what: string): string =>
  `${String(bad)} of ${counted(all, what)} ${bad === 1 ? "is" : "are"}`;

function invalid(code: RehearsalErrorCode, what: string, dataset: EvaluationDataset): RehearsalError {
  const { issues } = dataset;
  const error = new RehearsalError(code, `${what}:${describeIssues(issues)}`, { issues });
  // Not enumerable: whatever prints the error would print every golden.
  return Object.defineProperty(error, "dataset", { value: dataset });
}
