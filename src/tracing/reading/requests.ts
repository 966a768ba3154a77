import { innermostModels } from "./innermost-models.js";
import { canonicalJson } from "./json-text.js";
import type { ReadSpan, RequestedCall } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** A call that a model asked for. */
export interface Request {
  readonly call: RequestedCall;
  /** The model that asked; executions of it cannot have started before that did. */
  readonly model: ReadSpan;
  /** True: the model that must have asked does not show it, a later one remembers. */
  readonly remembered?: boolean;
  /** The id that histories know it by, where it is recorded with none or gateways gave it another. */
  idInHistory?: string;
  /** What was asked for together, in order. */
  readonly among: readonly RequestedCall[];
  /** The same for calls that were asked for together. */
  readonly batch?: string;
  /** Where it stands among others while nothing shows that it ran. */
  readonly at: number;
}

/**
 * The calls that models asked for, each once; and those after the user's last words that the first model on record
 * remembers, so that one before it, which is not on record, must have asked for them.
 */
export function requestsOf(tree: SpanTree): {
  readonly requests: readonly Request[];
  readonly unrecorded: readonly RequestedCall[];
} {
  const shown = requestingModels(tree).flatMap((model) => {
    const among = callsOf(model, tree);
    const batch = among.length > 1 ? { batch: model.spanId } : undefined;
    return among.map((call): Request => ({ call, model, among, at: endOf(model), ...batch }));
  });
  const unrecorded: RequestedCall[] = [];
  const more = remembered(tree, shown, unrecorded);
  // Each search for executions goes through the requests in the order of their time.
  const requests =
    more.length === 0 ? shown : [...shown, ...more].sort((a, b) => a.model.startTimeMs - b.model.startTimeMs);
  return { requests, unrecorded };
}

const endOf = ({ endTimeMs, startTimeMs }: ReadSpan): number => endTimeMs ?? startTimeMs;

/**
 * Two instrumentations may record one request: of spans nested in each other the inner one that shows calls counts, of
 * those beside each other the first.
 */
function requestingModels(tree: SpanTree): readonly ReadSpan[] {
  const showing = tree.spans.filter((span) => span.kind === "llm" && (span.requested?.length ?? 0) > 0);
  return tree.distinct(innermostModels(showing, tree));
}

/** Some instrumentations leave out the ids, which others beside them have. */
function callsOf(model: ReadSpan, tree: SpanTree): readonly RequestedCall[] {
  const calls = model.requested ?? [];
  const twins = tree.twins.get(model);
  if (twins === undefined || calls.every(({ id }) => id !== undefined)) return calls;
  const other = twins.find(({ requested = [] }) => requested.length === calls.length && requested[0]?.id !== undefined);
  return calls.map((call, index) => ({ ...call, id: call.id ?? other?.requested?.[index]?.id }));
}

/**
 * Calls that only the history of a later model call shows, since the one that asked for them did not record it. What the
 * first model call already remembers belongs to earlier exchanges, and so does, of two that answer the same question, what
 * came before that: what goes into a graph may be the question alone, and the graph then adds all that was said earlier.
 * After one that shows neither what it asked for nor what it was told, what follows the last question is of this exchange.
 */
function remembered(tree: SpanTree, shown: readonly Request[], unrecorded: RequestedCall[]): readonly Request[] {
  if (!tree.spans.some(({ history }) => history !== undefined && history.calls.length > 0)) return [];
  const known = new Set(shown.map(({ call }) => shortKey(call)));
  const aliases = new Aliases(tree, shown);
  const seen = new Map<string, { model: ReadSpan; question: string | undefined; readonly keys: Set<string> }>();
  const found = new Map<string, Request>();
  let bare: ReadonlySet<string> | undefined;
  // Some instrumentations write the history without the ids.
  const isShownBare = (call: RequestedCall): boolean =>
    call.id === undefined &&
    (bare ??= new Set(shown.map((each) => keyOf({ ...each.call, id: undefined })))).has(keyOf(call));
  let hiding: ReadSpan | undefined;
  for (const model of tree.spans) {
    const { history } = model;
    if (history?.opening === undefined) {
      if (saysNothing(model)) hiding = model;
      continue;
    }
    const { opening, question, calls } = history;
    const earlier = seen.get(opening) ?? (hiding && { model: hiding, question, keys: new Set<string>() });
    const unshown: { readonly call: RequestedCall; readonly key: string; readonly index: number }[] = [];
    // One may be asked for again, with the same arguments and the same id or none.
    const times = new Map<string, number>();
    // To spell out arguments is slow, and nearly all calls are known by their ids.
    calls.forEach((call, index) => {
      if (known.has(shortKey(call)) || isShownBare(call) || aliases.take(call, model)) return;
      if (known.has(keyOf({ ...call, id: undefined }))) return;
      const spelled = keyOf(call);
      const time = times.get(spelled) ?? 0;
      times.set(spelled, time + 1);
      unshown.push({ call, key: `${String(time)} ${spelled}`, index });
    });
    if (earlier === undefined && question !== undefined)
      unrecorded.push(...unshown.filter(({ index }) => index >= history.earlier).map(({ call }) => call));
    const first = earlier?.question === question ? history.earlier : 0;
    for (const { call, key, index } of unshown) {
      if (earlier === undefined || index < first || earlier.keys.has(key) || found.has(key)) continue;
      found.set(key, { call, model: earlier.model, among: [call], remembered: true, at: model.startTimeMs });
    }
    const { keys } = earlier ?? { keys: new Set<string>() };
    for (const { key } of unshown) keys.add(key);
    seen.set(opening, { model, question, keys });
  }
  return [...found.values()];
}

/** Finds the request that a call in a history is, where both are alike but for their ids. */
class Aliases {
  readonly #tree: SpanTree;
  readonly #shown: readonly Request[];
  #lines: Map<string, readonly Request[]> | undefined;

  constructor(tree: SpanTree, shown: readonly Request[]) {
    this.#tree = tree;
    this.#shown = shown;
  }

  /** The first of those before `model` that no other call is; it is this one's from then on. */
  take(call: RequestedCall, model: ReadSpan): boolean {
    if (call.id === undefined) return false;
    const line = (this.#lines ??= this.#linesOf()).get(keyOf({ ...call, id: undefined })) ?? [];
    const request =
      line.find(({ idInHistory }) => idInHistory === call.id) ??
      line.find((each) => each.idInHistory === undefined && each.model.startTimeMs < model.startTimeMs);
    if (request === undefined) return false;
    request.idInHistory = call.id;
    return true;
  }

  /** Once a history holds a call that no model shows, which is rare. */
  #linesOf(): Map<string, readonly Request[]> {
    const heard = new Set(this.#tree.spans.flatMap(({ history }) => history?.calls.map(({ id }) => id) ?? []));
    const lines = new Map<string, Request[]>();
    for (const request of this.#shown) {
      const { call } = request;
      if (call.id !== undefined && heard.has(call.id)) continue;
      const key = keyOf({ ...call, id: undefined });
      lines.set(key, [...(lines.get(key) ?? []), request]);
    }
    return lines;
  }
}

/** Some write but an empty text, and that the model came to a stop, where it asked for calls. */
export const saysNothing = ({ kind, outputText = "", requested = [] }: ReadSpan): boolean =>
  kind === "llm" && outputText === "" && requested.length === 0;

/** Ids are not always unique, and arguments may be written in one way where they are asked for and in another later. */
const shortKey = (call: RequestedCall): string => (call.id === undefined ? keyOf(call) : `${call.id} ${call.name}`);

const keyOf = ({ id, name, inputParameters }: RequestedCall): string =>
  `${id ?? ""} ${name} ${canonicalJson(inputParameters ?? null)}`;
