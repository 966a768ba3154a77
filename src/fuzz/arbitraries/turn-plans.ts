import type { Arbitrary } from "fast-check";
import type { ConversationalGolden } from "../../golden/conversational-golden.js";
import { agendaOf } from "../../simulator/users/agenda/agenda.js";
import { wordsOf } from "../../simulator/users/agenda/slot-names.js";
import type { FastCheck } from "../fast-check.js";
import type { ScriptTurn } from "../../simulator/script/script.js";
import * as lines from "./lines.js";
import type { Manner } from "./manners.js";
import { noiseKinds, noisy, type Noise } from "../../simulator/script/noise.js";

/** A turn, or something that is known only when the turns before it are. */
export type TurnPlan = ScriptTurn | { readonly again: number };

/** The longest line that is made, in characters: more than a form lets through, less than what takes a second to read. */
const LONGEST = 4000;

/** What the user of a golden may say, piece by piece. */
export interface Pieces {
  readonly opening: string;
  readonly wish: Arbitrary<string>;
  /** Undefined: the user knows nothing. */
  readonly fact: Arbitrary<string> | undefined;
  /** False: it never agrees to anything, nor urges the agent on. */
  readonly agrees: boolean;
}

export function piecesOf(fc: FastCheck, golden: ConversationalGolden): Pieces {
  const { opening, goals, agrees } = agendaOf(golden);
  const wanted = [...new Set([opening, ...goals.map(({ say }) => say)])];
  const wish = fc
    .tuple(fc.constantFrom(...lines.wishes), fc.constantFrom(...wanted))
    .map(([template, goal]) => lines.filled(template, { goal }));
  const facts = Object.entries(golden.facts ?? {});
  const fact =
    facts.length === 0
      ? undefined
      : fc
          .tuple(fc.constantFrom(...lines.tellings), fc.constantFrom(...facts))
          .map(([template, [name, { value }]]) =>
            lines.filled(template, { name: wordsOf(name), value: String(value) }),
          );
  return { opening, wish, fact, agrees };
}

export const noise = (fc: FastCheck): Arbitrary<Noise> =>
  fc.record({ kind: fc.constantFrom(...noiseKinds), at: fc.nat(40) });

/** Some lines are typed badly, and some say what a person of this manner adds. */
export function spoken(fc: FastCheck, line: Arbitrary<string>, { adds }: Manner): Arbitrary<ScriptTurn> {
  const added = adds.length === 0 ? fc.constant("") : fc.constantFrom("", "", "", ...adds.map((add) => ` ${add}`));
  return fc
    .tuple(line, added, fc.option(noise(fc), { freq: 3, nil: undefined }))
    .map(([text, more, how]) => ({ say: how === undefined ? text + more : noisy(text + more, how) }));
}

/** One move of the user, of one turn or two. */
export function turnPlans(fc: FastCheck, pieces: Pieces, manner: Manner): Arbitrary<readonly TurnPlan[]> {
  const from = (table: readonly string[]): Arbitrary<string> => fc.constantFrom(...table);
  const { wish, fact = from(lines.offTopic), agrees } = pieces;
  const say = (line: Arbitrary<string>): Arbitrary<readonly TurnPlan[]> =>
    spoken(fc, line, manner).map((turn) => [turn]);
  const several = fc.array(fc.oneof(fact, wish), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(" "));
  const long = fc
    .tuple(from(lines.offTopic), fc.integer({ min: 5, max: 80 }))
    .map(([text, times]) => `${text} `.repeat(times).slice(0, LONGEST));
  const react = fc
    .option(noise(fc), { freq: 3, nil: undefined })
    .map((how): readonly TurnPlan[] => [{ react: true, ...(how !== undefined && { noise: how }) }]);
  const changeOfMind = fc
    .tuple(from(lines.refusals), from(lines.secondThoughts))
    .map(([no, yes]): readonly TurnPlan[] => [{ say: no }, { say: yes }]);
  const agreeing = [
    { weight: 4, arbitrary: say(from(lines.consents)) },
    { weight: 2, arbitrary: say(from(lines.impatience)) },
    { weight: 1, arbitrary: changeOfMind },
    { weight: 1, arbitrary: say(from(lines.foreignConsents)) },
    { weight: 2, arbitrary: say(wish) },
    { weight: 2, arbitrary: say(several) },
    { weight: 2, arbitrary: fc.nat(6).map((again): readonly TurnPlan[] => [{ again }]) },
  ];
  return fc.oneof(
    { weight: 8, arbitrary: react },
    ...(agrees ? agreeing : [{ weight: 3, arbitrary: say(from(lines.refusals)) }]),
    { weight: 4, arbitrary: say(fact) },
    { weight: 1, arbitrary: say(from(lines.offTopic)) },
    { weight: 2, arbitrary: say(from(lines.prying)) },
    { weight: 2, arbitrary: say(from(lines.hostile)) },
    { weight: 1, arbitrary: say(from(lines.foreign)) },
    { weight: 1, arbitrary: say(fc.oneof(long, fc.string({ maxLength: 60 }).map(orDots))) },
    { weight: 2, arbitrary: from(lines.odd).map((text): readonly TurnPlan[] => [{ say: text }]) },
  );
}

/** A turn of no words is none. */
const orDots = (text: string): string => (text.trim() === "" ? "..." : text);
