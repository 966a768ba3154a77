import { happenedTurns } from "../../test-case/agent-turns.js";
import { isConversational, type Metric, type MetricResult, type TestCase } from "../../test-case/metric.js";
import {
  brokeOff,
  errored,
  isBrokenOff,
  measuredNow,
  scored,
  skipped,
  thresholdOf,
  type Finding,
  type MetricOptions,
} from "../measured.js";
import { givesAway, nearestNumber, readText, telling, type ReadText, type Telling } from "./communicates.js";

/** What is given here goes before what the test case states. */
export interface MustCommunicateOptions extends MetricOptions {
  readonly mustCommunicate?: readonly string[];
  readonly mustNotCommunicate?: readonly string[];
}

/**
 * Did the assistant tell the user each fact of `mustCommunicate`, and none of `mustNotCommunicate`? Looks only at what
 * the assistant said, each turn by itself; see `communicates` for how. The score is the share of facts that are right.
 */
export class MustCommunicateMetric implements Metric {
  readonly name = "Must Communicate";
  readonly threshold: number;
  readonly flaky?: boolean;
  readonly #options: MustCommunicateOptions;

  constructor(options: MustCommunicateOptions = {}) {
    this.threshold = thresholdOf(this.name, options, ["mustCommunicate", "mustNotCommunicate"]);
    if (options.flaky !== undefined) this.flaky = options.flaky;
    this.#options = options;
  }

  async measure(testCase: TestCase): Promise<MetricResult> {
    return this.measureNow(testCase);
  }

  measureNow(testCase: TestCase): MetricResult {
    return measuredNow(this, () => {
      const must = this.#options.mustCommunicate ?? testCase.mustCommunicate ?? [];
      const mustNot = this.#options.mustNotCommunicate ?? testCase.mustNotCommunicate ?? [];
      return mustCommunicate(testCase, must, mustNot, this.threshold);
    });
  }
}

/** Something that was said; `turn` is from 1, and null in a single-turn test case. */
interface Said extends ReadText {
  readonly role: "user" | "assistant";
  readonly turn: number | null;
}

interface Checked {
  readonly fact: string;
  readonly right: boolean;
  /** It was said where the words around it deny it, so that it can't be told. */
  readonly doubtful?: boolean;
  readonly negative: boolean;
  readonly turn: number | null;
  readonly note: string;
}

function mustCommunicate(
  testCase: TestCase,
  must: readonly string[],
  mustNot: readonly string[],
  threshold: number,
): Finding {
  if (must.length + mustNot.length === 0) {
    return skipped("the test case states neither mustCommunicate nor mustNotCommunicate", ["mustCommunicate"]);
  }
  const said = allSaid(testCase);
  if (said === null) return { ...skipped("there is no answer to look at", ["actualOutput"]), field: "mustCommunicate" };
  if (must.length === 0 && !said.some(({ role, text }) => role === "assistant" && text.trim() !== "")) {
    const reason = "the assistant never said anything, so that nothing could be given away";
    return { ...errored(reason), field: "mustNotCommunicate" };
  }
  const checked = [...must.map((fact) => checkTold(fact, said)), ...mustNot.map((fact) => checkNotTold(fact, said))];
  // First what was said: nothing that comes later makes it good.
  const wrong = checked.filter(({ right }) => !right).sort((a, b) => Number(b.negative) - Number(a.negative));
  const [first] = wrong;
  const lines = checked.map(
    ({ fact, right, doubtful, negative, note }) =>
      `${right ? "✓" : doubtful === true ? "?" : "✗"} ${negative ? "not " : ""}${JSON.stringify(fact)}: ${note}`,
  );
  const common = { ...scored(1 - wrong.length / checked.length, threshold), details: lines };
  if (first === undefined) {
    return {
      ...common,
      reason: must.length === 0 ? "nothing was told that must not be" : "the assistant told what it must",
      field: fieldOf(checked[0]),
    };
  }
  const sure = wrong.filter(({ doubtful }) => doubtful !== true);
  if (sure.length < wrong.length && scored(1 - sure.length / checked.length, threshold).verdict !== common.verdict) {
    const doubt = wrong.find(({ doubtful }) => doubtful === true) ?? first;
    const reason = `whether the assistant told ${JSON.stringify(doubt.fact)} can't be told: ${doubt.note}`;
    const at = doubt.turn === null ? {} : { turn: doubt.turn };
    return { ...common, verdict: "errored", score: null, reason, field: fieldOf(doubt), ...at };
  }
  const more = wrong.length === 1 ? "" : ` (and ${String(wrong.length - 1)} more)`;
  const what = first.negative
    ? `the assistant said ${JSON.stringify(first.fact)}, which it must not`
    : `the assistant never said ${JSON.stringify(first.fact)}`;
  const reason = `${what}${first.negative ? "" : noteTail(first)}${more}`;
  if (common.verdict === "failed" && isBrokenOff(testCase) && !wrong.some(({ negative }) => negative)) {
    return { ...common, verdict: "errored", score: null, reason: brokeOff(reason), field: fieldOf(first) };
  }
  return {
    ...common,
    reason,
    field: fieldOf(first),
    ...(first.turn === null ? {} : { turn: first.turn }),
  };
}

const fieldOf = (checked: Checked | undefined): string =>
  checked?.negative === true ? "mustNotCommunicate" : "mustCommunicate";
const noteTail = ({ note }: Checked): string =>
  note.startsWith("never said; ") ? `; ${note.slice("never said; ".length)}` : "";

function allSaid(testCase: TestCase): readonly Said[] | null {
  if (isConversational(testCase)) {
    return happenedTurns(testCase).map(({ turn: { role, content }, number }) => ({
      role,
      turn: number,
      ...readText(content),
    }));
  }
  const { input, actualOutput } = testCase;
  if (actualOutput === undefined) return null;
  return [
    { role: "user", turn: null, ...readText(input) },
    { role: "assistant", turn: null, ...readText(actualOutput) },
  ];
}

const find = (fact: string, said: readonly Said[], role: Said["role"], how: Telling = "told"): Said | undefined =>
  said.find((one) => one.role === role && telling(one, fact) === how);

const findGivenAway = (fact: string, said: readonly Said[]): Said | undefined =>
  said.find((one) => one.role === "assistant" && givesAway(one, fact));

const placeOf = (turn: number | null): string => (turn === null ? "in the answer" : `turn ${String(turn)}`);

function checkTold(fact: string, said: readonly Said[]): Checked {
  const told = find(fact, said, "assistant");
  if (told !== undefined) return { fact, right: true, negative: false, turn: told.turn, note: placeOf(told.turn) };
  const denied = find(fact, said, "assistant", "denied");
  if (denied !== undefined) {
    const note = `it is said only where the words around it deny it (${placeOf(denied.turn)}); where that is meant, expect those words with it, as in "not …"`;
    return { fact, right: false, doubtful: true, negative: false, turn: denied.turn, note };
  }
  const notes = ["never said"];
  const near = said
    .filter(({ role }) => role === "assistant")
    .flatMap((one) => {
      const found = nearestNumber(one, fact);
      return found === null ? [] : [{ ...found, turn: one.turn }];
    })
    .sort((a, b) => a.distance - b.distance)[0];
  if (near !== undefined) notes.push(`nearest number: ${near.source} (${placeOf(near.turn)})`);
  const byUser = find(fact, said, "user");
  if (byUser !== undefined)
    notes.push(`only the user said it${byUser.turn === null ? "" : ` (turn ${String(byUser.turn)})`}`);
  return { fact, right: false, negative: false, turn: null, note: notes.join("; ") };
}

function checkNotTold(fact: string, said: readonly Said[]): Checked {
  const told = findGivenAway(fact, said);
  return {
    fact,
    right: told === undefined,
    negative: true,
    turn: told?.turn ?? null,
    note: told === undefined ? "not said" : placeOf(told.turn),
  };
}
