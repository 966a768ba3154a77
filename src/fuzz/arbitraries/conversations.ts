import type { Arbitrary } from "fast-check";
import {
  conversationalGoldenSchema,
  type ConversationalGolden,
  type ConversationalGoldenInput,
} from "../../golden/conversational-golden.js";
import { agendaOf } from "../../simulator/users/agenda/agenda.js";
import type { Persona } from "../../test-case/persona.js";
import { parse } from "../../test-case/schema.js";
import { toolsOf } from "../../evaluation/invariants/invariant-context.js";
import { fastCheck, type FastCheck } from "../fast-check.js";
import { plannedFaultKinds, type PlannedFault, type Script, type ScriptTurn } from "../../simulator/script/script.js";
import { manners, type Manner } from "./manners.js";
import { noise, piecesOf, spoken, turnPlans, type Pieces, type TurnPlan } from "./turn-plans.js";
import { noisy, type Noise } from "../../simulator/script/noise.js";

export interface ConversationsOptions {
  /** The most turns of the user. Default: 8. */
  readonly maxTurns?: number;
  /**
   * Tools that may go wrong. Default: those that the golden names in `expectedTools`, `goldenActions` and `confirmBefore`.
   * `[]`: none goes wrong.
   */
  readonly tools?: readonly string[];
}

/** Who a user may be, the plainest first. */
export const personas = (): Arbitrary<Persona> => fastCheck().constantFrom(...manners.map(({ persona }) => persona));

/** A line as hasty people type it: swapped letters, wrong case, no punctuation, emoji, fillers. Facts in it stay true. */
export function typed(line: string): Arbitrary<string> {
  const fc = fastCheck();
  return fc.option(noise(fc), { nil: undefined }).map((how?: Noise) => (how === undefined ? line : noisy(line, how)));
}

/**
 * Conversations that the user of a golden may hold: who it is, what it volunteers, in which order it says what it wants and
 * knows, how it types, what it throws in, and which tools go wrong. All that it states as its own is the golden's. Needs
 * fast-check; throws a {@link RehearsalError} of code `missing_package` where that is not installed.
 *
 * @example
 * fc.assert(fc.asyncProperty(conversations(golden), async (script) => { … }));
 */
export function conversations(
  golden: ConversationalGoldenInput,
  { maxTurns = 8, tools }: ConversationsOptions = {},
): Arbitrary<Script> {
  const parsed = parse(conversationalGoldenSchema, golden, "the golden");
  return scripts(fastCheck(), parsed, { maxTurns, tools: tools ?? toolsOf(parsed) });
}

export function scripts(
  fc: FastCheck,
  golden: ConversationalGolden,
  { maxTurns, tools }: Required<ConversationsOptions>,
): Arbitrary<Script> {
  const pieces = piecesOf(fc, golden);
  return fc
    .constantFrom(...manners)
    .chain((manner) =>
      fc.record({
        persona: fc.constant(manner.persona),
        opening: opening(fc, pieces, manner),
        moves: fc.array(turnPlans(fc, pieces, manner), { maxLength: Math.max(0, maxTurns - 1), size: "max" }),
        faults: faults(fc, tools),
        seed: fc.nat(),
      }),
    )
    .map(({ persona, opening: first, moves, faults: planned, seed }) => ({
      turns: resolved([first, ...moves.flat()].slice(0, maxTurns)),
      faults: planned,
      seed,
      persona,
    }));
}

/** What people say when it seems to them that nothing happened. */
const onceMore: readonly ScriptTurn[] = ["Please do it again, I don't think that it worked.", "Yes, please."].map(
  (say) => ({
    say,
  }),
);

/**
 * What is tried before anything is drawn: the conversation as the golden has it; the same, and then everything once more; and
 * the same with each tool failing once, in each way.
 */
export function plainScripts(
  golden: ConversationalGolden,
  { maxTurns, tools }: Required<ConversationsOptions>,
): readonly Script[] {
  const { opening: say, agrees } = agendaOf(golden);
  const plain = (turns: number): ScriptTurn[] =>
    Array.from({ length: turns }, (_, at): ScriptTurn => (at === 0 ? { say } : { react: true }));
  const twice = [...plain(maxTurns - onceMore.length - 1), ...onceMore, { say }];
  const faulty = plannedFaultKinds.flatMap((kind) => tools.map((tool): PlannedFault => ({ tool, on: 1, kind })));
  const script = (turns: readonly ScriptTurn[], fault?: PlannedFault): Script => ({
    turns,
    faults: fault === undefined ? [] : [fault],
    seed: 0,
  });
  return [
    script(plain(maxTurns)),
    ...(agrees && maxTurns > onceMore.length + 1 ? [script(twice)] : []),
    ...faulty.map((fault) => script(plain(maxTurns), fault)),
  ];
}

/** The golden's own, as it stands or with facts that nobody has asked for. */
function opening(fc: FastCheck, { opening: line, fact }: Pieces, manner: Manner): Arbitrary<ScriptTurn> {
  const more = fact === undefined ? fc.constant<string[]>([]) : fc.array(fact, { maxLength: 2 });
  return spoken(
    fc,
    more.map((facts) => [line, ...facts].join(" ")),
    manner,
  );
}

/** In many conversations nothing goes wrong: what then fails is the agent's own doing. */
function faults(fc: FastCheck, tools: readonly string[]): Arbitrary<PlannedFault[]> {
  if (tools.length === 0) return fc.constant([]);
  const one = fc.record({
    tool: fc.constantFrom(...tools),
    on: fc.constantFrom(1, 1, 1, 2),
    kind: fc.constantFrom(...plannedFaultKinds),
  });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<PlannedFault[]>([]) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: 2 }) },
  );
}

/** Who says something again says one of the lines before: the last, or one further back. */
function resolved(plans: readonly TurnPlan[]): ScriptTurn[] {
  const turns: ScriptTurn[] = [];
  for (const plan of plans) {
    if (!("again" in plan)) turns.push(plan);
    else turns.push(turns[turns.length - 1 - (plan.again % turns.length)] ?? { react: true });
  }
  return turns;
}
