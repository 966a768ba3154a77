import { argumentKey, valueKey } from "./argument-keys.js";
import { sameCall } from "./executions.js";
import type { ReadSpan, RequestedCall, Tokens } from "./read-span.js";

/** For each span that tells of the same work as others: all of them, in order. */
export type Twins = ReadonlyMap<ReadSpan, readonly ReadSpan[]>;

/** Times that are cut down to milliseconds let a span seem to have ended before what it holds. */
const CUT_MS = 1;

/** So many spans with the same sign are looked at: work that is done more often at the same time is not told apart. */
const LOOKED_AT = 16;

interface Line {
  readonly spans: ReadSpan[];
  next: number;
}

/**
 * Finds model calls and runs of tools that several instrumentations recorded side by side, often in traces of their own:
 * they overlap in time, say the same and contradict each other in nothing. Of those that lie within each other the
 * tree tells.
 *
 * @param spans in the order in which they started
 */
export function twinsOf(spans: readonly ReadSpan[]): Twins {
  const twins = new Map<ReadSpan, ReadSpan[]>();
  const doubtful = spans.filter(({ kind }) => kind === "llm" || kind === "tool");
  if (new Set(doubtful.map(({ scope }) => scope)).size < 2) return twins;
  const lines = new Map<string, Line>();
  const counting: Line = { spans: [], next: 0 };
  const taken = new Set<ReadSpan>();
  for (const span of doubtful) {
    const own = signsOf(span).map((sign) => lineOf(lines, sign));
    const weakLine = span.kind === "llm" && span.tokens !== undefined ? counting : undefined;
    const twin =
      own.map((line) => firstTwin(line, span, taken)).find((found) => found !== undefined) ??
      (weakLine && firstTwin(weakLine, span, taken, areWeakTwins));
    if (twin !== undefined) {
      const group = twins.get(twin) ?? [twin];
      group.push(span);
      for (const each of [twin, span]) twins.set(each, group);
      taken.add(twin);
    }
    for (const { spans: others } of own) others.push(span);
    weakLine?.spans.push(span);
  }
  return twins;
}

function lineOf(lines: Map<string, Line>, sign: string): Line {
  const known = lines.get(sign);
  if (known !== undefined) return known;
  const line = { spans: [], next: 0 };
  lines.set(sign, line);
  return line;
}

function firstTwin(
  line: Line,
  span: ReadSpan,
  taken: ReadonlySet<ReadSpan>,
  areTwins: (a: ReadSpan, b: ReadSpan) => boolean = () => true,
): ReadSpan | undefined {
  const isOver = (other: ReadSpan): boolean =>
    taken.has(other) || (other.endTimeMs ?? Infinity) + CUT_MS < span.startTimeMs;
  for (let first = line.spans[line.next]; first !== undefined && isOver(first); first = line.spans[line.next])
    line.next += 1;
  return line.spans
    .slice(line.next, line.next + LOOKED_AT)
    .find(
      (other) =>
        !isOver(other) &&
        other.scope !== span.scope &&
        other.kind === span.kind &&
        agree(other, span) &&
        areTwins(other, span),
    );
}

/**
 * What is the same of two model calls, though nothing that is sure shows that they are one: LangChain's recorders leave out
 * calls, and any may leave out the question. One went on while the other did.
 */
const areWeakTwins = (earlier: ReadSpan, later: ReadSpan): boolean =>
  agreeing(earlier.inputText, later.inputText) &&
  (isSilent(earlier) || isSilent(later) || sayTheSame(earlier, later)) &&
  counts.some((key) => typeof earlier.tokens?.[key] === "number" && earlier.tokens[key] === later.tokens?.[key]) &&
  ((earlier.endTimeMs ?? Infinity) + CUT_MS >= (later.endTimeMs ?? Infinity) ||
    later.startTimeMs - earlier.startTimeMs <= CUT_MS);

const sayTheSame = ({ requested = [], outputText }: ReadSpan, other: ReadSpan): boolean =>
  requested.length === 0 && (other.requested ?? []).length === 0 && outputText === other.outputText;

const isSilent = ({ requested = [], outputText }: ReadSpan): boolean =>
  requested.length === 0 && (outputText ?? "") === "";

function signsOf(span: ReadSpan): readonly string[] {
  const { call, requested = [], inputText, outputText, responseId } = span;
  if (call !== undefined) {
    const { id, inputParameters } = call;
    const keys = [argumentKey(inputParameters), valueKey(inputParameters)];
    return [
      ...(id === undefined ? [] : [`id ${id}`]),
      ...keys.flatMap((key) => (key === undefined ? [] : [`arguments ${key}`])),
    ];
  }
  return [
    ...(responseId === undefined ? [] : [`response ${responseId}`]),
    ...(requested.length === 0 ? [] : [`calls ${requested.map(spelled).join()}`]),
    ...(outputText === undefined || outputText === "" ? [] : [`text ${inputText ?? ""}\n${outputText}`]),
  ];
}

const spelled = ({ name, inputParameters }: RequestedCall): string => `${name} ${argumentKey(inputParameters) ?? ""}`;

function agree(a: ReadSpan, b: ReadSpan): boolean {
  if (a.call !== undefined && b.call !== undefined) return sameCall(a.call, b.call);
  if (!agreeing(a.responseId, b.responseId)) return false;
  return counts.every((key) => agreeing(a.tokens?.[key] ?? undefined, b.tokens?.[key] ?? undefined));
}

const counts: readonly (keyof Tokens)[] = ["input", "output", "total"];

const agreeing = (a: unknown, b: unknown): boolean => a === undefined || b === undefined || a === b;
