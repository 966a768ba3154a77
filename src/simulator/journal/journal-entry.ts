import type { WorldSnapshot } from "../../environment/world/snapshot.js";
import { endedBy, endReasonSchema, userEndFaults, type EndReason } from "../../test-case/conversational-test-case.js";
import { failureSchema } from "../../test-case/failure.js";
import { dictionary, json, lazySchema, strict, type Schema, type ZodModule } from "../../test-case/schema.js";
import { scriptOutcomeSchema } from "../../test-case/script-outcome.js";
import { traceSchema, type Trace } from "../../test-case/trace.js";
import type { JsonValue } from "../../test-case/json.js";
import { turnSchema, type Turn } from "../../test-case/turn.js";
import type { ModelSpending } from "../ceiling/spending.js";
import type { Ending } from "../loop.js";

export const JOURNAL_VERSION = 1;

/** The first line: which conversation this is. */
export interface JournalHead {
  readonly journal: typeof JOURNAL_VERSION;
  readonly goldenId: string;
  readonly trial: number;
  readonly seed: string;
  readonly threadId: string;
  /** Hash of what drives the conversation in the golden: it goes on only where that is the same. */
  readonly golden: string;
}

interface Placed {
  /** How many turns there are before it, with the golden's own: a line that is lost is noticed. Older versions wrote none. */
  readonly after?: number;
}

/** What one party contributed: in one line, so that it is there whole or not at all. */
export interface JournalStep extends Placed {
  readonly turns: readonly Turn[];
  /** The user's reason to end after the next reply. */
  readonly lastWords?: EndReason;
  /** Why the agent hung up with this reply. */
  readonly hungUp?: string;
  /** What was recorded of the agent's reply. */
  readonly trace?: Trace;
  /** The calls of a model that the user made for it. */
  readonly userCalls?: readonly ModelSpending[];
  /** The world after it, where there is one. */
  readonly world?: WorldSnapshot;
}

/** The agent is about to be asked: what it does from here on may have happened, though nothing tells of it. */
export interface JournalAsking {
  /** Number of the turn with which its reply begins, from 1 and with the golden's own. */
  readonly asking: number;
  /** It is the first that this run asks of an agent that another run has heard before. Absent: it is not. */
  readonly resumed?: true;
}

/** The last line: the conversation is finished. */
export interface JournalEnd extends Placed {
  readonly end: Ending;
  /** What was recorded of the call that ended the conversation. */
  readonly trace?: Trace;
  readonly userCalls?: readonly ModelSpending[];
  /** Where what broke it off was thrown. */
  readonly place?: string;
  /** The state of its world, where there was one. */
  readonly finalState?: JsonValue;
  readonly stateChanged?: boolean;
}

export const headSchema: Schema<JournalHead> = lazySchema((z) =>
  strict<JournalHead>(z, {
    journal: z.literal(JOURNAL_VERSION),
    goldenId: z.string(),
    trial: z.int().positive(),
    seed: z.string(),
    threadId: z.string(),
    golden: z.string(),
  }),
);

const userCallsSchema: Schema<readonly ModelSpending[]> = lazySchema((z) =>
  z.array(
    strict<ModelSpending>(z, {
      model: z.string(),
      inputTokens: z.number().nonnegative().nullable(),
      outputTokens: z.number().nonnegative().nullable(),
      replayed: z.literal(true).optional(),
    }),
  ),
);

export const stepSchema: Schema<JournalStep> = lazySchema((z) =>
  strict<JournalStep>(z, {
    after: z.int().nonnegative().optional(),
    turns: z.array(turnSchema()),
    lastWords: endReasonSchema().optional(),
    hungUp: z.string().optional(),
    trace: traceSchema().optional(),
    userCalls: userCallsSchema().optional(),
    world: strict<WorldSnapshot>(z, { state: json(z), calls: counts(z), ids: counts(z) }).optional(),
  }),
);

export const askingSchema: Schema<JournalAsking> = lazySchema((z) =>
  strict<JournalAsking>(z, { asking: z.int().positive(), resumed: z.literal(true).optional() }),
);

const counts = (z: ZodModule) => dictionary(z, z.int().nonnegative());

export const endSchema: Schema<JournalEnd> = lazySchema((z) =>
  strict<JournalEnd>(z, {
    after: z.int().nonnegative().optional(),
    end: strict<Ending>(z, {
      by: z.enum(endedBy),
      reason: z.string(),
      broke: z.boolean(),
      failure: failureSchema().optional(),
      turn: z.int().positive().optional(),
      fault: z.enum(userEndFaults).optional(),
      script: scriptOutcomeSchema().optional(),
    }),
    trace: traceSchema().optional(),
    userCalls: userCallsSchema().optional(),
    place: z.string().optional(),
    finalState: json(z).optional(),
    stateChanged: z.boolean().optional(),
  }),
);
