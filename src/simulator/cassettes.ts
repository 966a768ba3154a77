import type { RehearsalError } from "../errors.js";
import type { CassetteDirectory, CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import type { CassetteMode } from "../models/cassette/mode.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { seal } from "../test-case/schema.js";
import type { Job } from "./jobs.js";

/** What is recorded of a run, or replayed in it. */
export interface Recorder {
  /** Runs what comes before any conversation. */
  readonly preparing: <T>(work: () => T) => T;
  /** Nothing is asked of a model, so none needs to be ready. */
  readonly replays: boolean;
  /** Holds a conversation with its own cassette. */
  readonly around: (job: Job, hold: () => Promise<ConversationalTestCase>) => Promise<ConversationalTestCase>;
  /** The mode, where no conversation asked for anything that is recorded. Undefined: one did. */
  readonly idle: () => CassetteMode | undefined;
  /** Recordings that no conversation asked for, and recorded failures that broke conversations off: a sentence for each. */
  readonly warnings: () => readonly string[];
}

/** Without the option all is asked anew. */
export async function recorderOf(option: string | CassetteDirectoryOptions | undefined): Promise<Recorder | undefined> {
  if (option === undefined) return undefined;
  const { CassetteDirectory: Directory } = await import("../models/cassette/cassette-directory.js");
  const directory = new Directory(typeof option === "string" ? { directory: option } : option);
  return {
    preparing: (work) => directory.preparing(work),
    replays: directory.mode === "replay",
    ...keeping(directory),
  };
}

function keeping(directory: CassetteDirectory): Pick<Recorder, "around" | "warnings" | "idle"> {
  let wasAsked = false;
  const left = new Map<string, number>();
  const looked = new Set<string>();
  const failures: string[] = [];
  return {
    around: async ({ golden, trial, twin }, hold) => {
      const name = twin === undefined ? golden.id : `${golden.id}-${String(twin)}`;
      const cassette = directory.cassetteFor(name, trial, golden);
      cassette.assertReadable();
      const testCase = await cassette.run(hold);
      wasAsked ||= cassette.wasAsked;
      // Once for each file, whichever trials are held.
      const isGone = looked.has(cassette.path) ? undefined : isTrialAfter(golden.trials ?? 1);
      looked.add(cassette.path);
      const { error } = testCase;
      // Who breaks off does not come to what is recorded after that.
      const unused = error === undefined ? cassette.unused(isGone).length : 0;
      if (unused > 0) left.set(cassette.path, (left.get(cassette.path) ?? 0) + unused);
      const [miss] = cassette.misses;
      if (miss !== undefined) return missed(testCase, miss);
      if (error !== undefined && cassette.failure !== undefined) failures.push(`${error}\n${cassette.failure}`);
      return testCase;
    },
    idle: () => (wasAsked ? undefined : directory.mode),
    warnings: () => {
      if (directory.mode !== "replay" || left.size === 0) return failures;
      const files = [...left].map(([path, count]) => `${path} (${String(count)})`);
      return [
        ...failures,
        `Recordings that this run did not ask for, by file: ${files.join(", ")}. Record anew to be rid of them.`,
      ];
    },
  };
}

/** Whether a part of a cassette is of a trial that its golden does not state any more. */
const isTrialAfter =
  (last: number) =>
  (scope: string): boolean =>
    Number(/^trial (\d+)$/.exec(scope)?.[1] ?? 0) > last;

/** Clients hide why nothing came back: what was not on record is the reason, whatever the agent made of it. */
function missed(testCase: ConversationalTestCase, miss: RehearsalError): ConversationalTestCase {
  const where = `Golden "${testCase.goldenId ?? ""}", turn ${String(testCase.turns.length + 1)}`;
  const isTold = testCase.error === undefined || testCase.error.includes(miss.message);
  const after = isTold ? "" : `\nWhat came of it: ${testCase.error}`;
  return seal(conversationalTestCaseSchema, { ...testCase, error: `${where}: ${miss.message}${after}` });
}
