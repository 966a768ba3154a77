import { AssertionError } from "node:assert";
import { RehearsalError } from "../errors.js";
import { withFrames } from "../evaluation/assertion-error.js";
import { callerFrames } from "../evaluation/caller-frames.js";
import { transcript } from "../evaluation/transcript.js";
import { laidOut, whereabouts } from "../evaluation/whereabouts.js";
import type { FoundViolation, FuzzResult } from "./fuzz-result.js";
import { counted } from "../test-case/counted.js";

type Found = Omit<FuzzResult, "assertNoViolations">;

/** The result with its method, which is no part of its data. */
export function asserting(found: Found & { readonly firstError?: string | undefined }): FuzzResult {
  const { firstError, ...data } = found;
  const assertNoViolations = (): void => {
    const frames = callerFrames(assertNoViolations);
    const error = errorOf(data, firstError, frames);
    if (error !== undefined) throw withFrames(error, frames);
  };
  return Object.defineProperty(data as FuzzResult, "assertNoViolations", { value: assertNoViolations });
}

function errorOf(found: Found, firstError: string | undefined, frames: string): Error | undefined {
  const { violations, runs, errored, untold, aborted } = found;
  const [first, ...others] = violations;
  if (first !== undefined) {
    const message = laidOut(messageFor(first, others, found, frames));
    const error = new AssertionError({ message, operator: first.invariant });
    Object.defineProperty(error, "violations", { value: violations, enumerable: false });
    return Object.assign(error, { showDiff: false });
  }
  if (aborted !== undefined)
    return new RehearsalError(
      "aborted",
      `fuzz ended after ${counted(runs, "conversation")}, and none broke an invariant: ${aborted}`,
    );
  if (runs === errored)
    return new RehearsalError(
      "nothing_asserted",
      `fuzz: none of ${counted(runs, "conversation")} says anything about the agent; the first broke off: ${firstError ?? "unknown"}`,
    );
  if (untold.length === 0) return undefined;
  return new RehearsalError(
    "not_measured",
    `fuzz: no conversation shows which tools were called, so that nothing can be said of ${untold.join(", ")}. ` +
      'Wrap the agent and its tools in observe({ type: "tool", name }, …), or give other invariants.',
  );
}

/** What, the least conversation, where it comes from, what else, and how to hold it again. */
export function messageFor(
  first: FoundViolation,
  others: readonly FoundViolation[],
  found: Found,
  frames: string,
): string {
  const { testCase, turn, call } = first;
  const { at, replay: command } = whereabouts({ testCase: { ...testCase, seed: found.seed } }, frames);
  const parts = [
    [`${first.message}  (${where(first)})`],
    transcript(testCase, { turn, call, limit: 200 }),
    faultLines(first),
    others.length === 0
      ? []
      : ["also found:", ...eachOnce(others.map((each) => `  ${each.message}  (${where(each)})`))],
    [
      `found:   ${origin(first, found)}`,
      ...(command === undefined ? [] : [`again:   ${command}`]),
      `replay:  ${first.replay}`,
      ...(at === undefined ? [] : [`at ${at}`]),
    ],
  ];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** Of several goldens comes the same. */
function eachOnce(lines: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(([line, count]) => (count === 1 ? line : `${line} ${String(count)} times`));
}

const where = ({ invariant, turn, call }: FoundViolation): string =>
  [
    invariant,
    ...(turn === undefined ? [] : [`turn ${String(turn)}`]),
    ...(call === undefined ? [] : [`call ${String(call)}`]),
  ].join(", ");

const faultLines = ({ script }: FoundViolation): string[] =>
  script.faults.map(
    ({ tool, on, kind }) => `  planned fault: call ${String(on)} of ${tool} ends in ${described[kind]}`,
  );
const described = { error: "an error", timeout: "a timeout", garbage: "an answer that is garbage" } as const;

/** Where the turns are as many as before, words or faults are fewer. */
const fewerTurns = (before: number, after: number): string =>
  before === after
    ? `within ${before === 1 ? "its one user turn" : `its ${counted(before, "user turn")}`}`
    : `from ${counted(before, "user turn")} to ${String(after)}`;

function origin(found: FoundViolation, { runs, seed, aborted }: Found): string {
  const { run, seen, turnsBefore, shrinks, script, minimal, reproduced } = found;
  const parts = [`run ${String(run)} of ${String(runs)}, seed ${seed}`];
  if (seen > 1) parts.push(`seen in ${String(seen)} conversations`);
  if (shrinks > 0)
    parts.push(`shrunk ${fewerTurns(turnsBefore, script.turns.length)} in ${counted(shrinks, "conversation")}`);
  if (!minimal && reproduced && shrinks > 0)
    parts.push(
      aborted !== undefined
        ? "and not further, since it was aborted"
        : "and not further, since maxShrinkCalls was reached (default 500; a greater one shrinks further)",
    );
  if (!reproduced) parts.push("but not when it was held again: the agent does not do the same twice");
  return parts.join(", ");
}
