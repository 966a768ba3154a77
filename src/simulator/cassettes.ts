import type { RehearsalError } from "../errors.js";
import type { CassetteDirectory, CassetteDirectoryOptions } from "../models/cassette/cassette-directory.js";
import type { LanguageModel } from "../models/language-model.js";
import { conversationalTestCaseSchema, type ConversationalTestCase } from "../test-case/conversational-test-case.js";
import { seal } from "../test-case/schema.js";
import type { Job } from "./jobs.js";

/** What is recorded of a run, or replayed in it. */
export interface Recorder {
  /** The same model, whose answers are recorded or replayed. */
  readonly recorded: (model: LanguageModel) => LanguageModel;
  /** Nothing is asked of a model, so none needs to be ready. */
  readonly replays: boolean;
  /** Holds a conversation with its own cassette. */
  readonly around: (job: Job, hold: () => Promise<ConversationalTestCase>) => Promise<ConversationalTestCase>;
  /** Recordings that no conversation asked for, in one sentence. Undefined: there are none. */
  readonly unused: () => string | undefined;
}

/** Without the option all is asked anew. */
export async function recorderOf(option: string | CassetteDirectoryOptions | undefined): Promise<Recorder | undefined> {
  if (option === undefined) return undefined;
  const [{ CassetteDirectory: Directory }, { withCassette }] = await Promise.all([
    import("../models/cassette/cassette-directory.js"),
    import("../models/cassette/with-cassette.js"),
  ]);
  const directory = new Directory(typeof option === "string" ? { directory: option } : option);
  return {
    recorded: (model) => withCassette(model),
    replays: directory.mode === "replay",
    ...keeping(directory),
  };
}

function keeping(directory: CassetteDirectory): Pick<Recorder, "around" | "unused"> {
  const left = new Map<string, number>();
  return {
    around: async ({ golden, trial, twin }, hold) => {
      const cassette = directory.cassetteFor(twin === undefined ? golden.id : `${golden.id}-${String(twin)}`, trial);
      const testCase = await cassette.run(hold);
      const unused = cassette.unused().length;
      if (unused > 0) left.set(cassette.path, (left.get(cassette.path) ?? 0) + unused);
      const [miss] = cassette.misses;
      return miss === undefined ? testCase : missed(testCase, miss);
    },
    unused: () => {
      if (directory.mode !== "replay" || left.size === 0) return undefined;
      const files = [...left].map(([path, count]) => `${path} (${String(count)})`);
      return `Recordings that this run did not ask for, by file: ${files.join(", ")}. Record anew to be rid of them.`;
    },
  };
}

/** Clients hide why nothing came back: what was not on record is the reason, whatever the agent made of it. */
function missed(testCase: ConversationalTestCase, miss: RehearsalError): ConversationalTestCase {
  const where = `Golden "${testCase.goldenId ?? ""}", turn ${String(testCase.turns.length + 1)}`;
  const isTold = testCase.error === undefined || testCase.error.includes(miss.message);
  const after = isTold ? "" : `\nWhat came of it: ${testCase.error}`;
  return seal(conversationalTestCaseSchema, { ...testCase, error: `${where}: ${miss.message}${after}` });
}
