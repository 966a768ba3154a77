import { RehearsalError } from "../../errors.js";
import { unknownOption } from "../../test-case/unknown-option.js";
import type { Judge } from "../../test-case/judge.js";
import type { DecisionModel } from "../decision-model.js";
import { abortedError } from "../deadline.js";
import { isFields, type Fields } from "../fields.js";
import type { LanguageModel } from "../language-model.js";
import { ambient } from "./ambient.js";
import { Cassette, cassetteOptionNames, type CassetteOptions } from "./cassette.js";
import { encodeRequest } from "./encode.js";
import { isFetchCall, isSurelyFetchCall, readFetchCall } from "./fetch-request.js";
import { play, rejected, type Call } from "./play.js";

/** Any function that is async, or gives an async iterable. */
export type AsyncFunction = (...args: never[]) => PromiseLike<unknown> | AsyncIterable<unknown>;

export interface TargetOptions<Target> {
  /** A cassette that several share. */
  readonly cassette?: Cassette;
  /** Under which a function's calls are recorded. Default: its own name. */
  readonly name?: string;
  /** What tells calls of a function apart. Default: all its arguments, but for functions and signals. */
  readonly identify?: Target extends (...args: infer Args) => unknown ? (...args: Args) => unknown : never;
}

/** `path` and its settings for a cassette of its own, `cassette` for a shared one, neither for that of the conversation. */
export type WithCassetteOptions<Target> = TargetOptions<Target> & Partial<CassetteOptions>;

const optionNames = ["cassette", "name", "identify", ...cassetteOptionNames];

/**
 * The same model, judge, `fetch` or async function, whose answers are recorded in a file and replayed from it. Without options
 * it uses the cassette of the conversation that is going on (`simulate({ cassettes })`, or `cassette.run`), and where
 * there is none it only hands on. The models of a simulation need no wrapping: they are recorded by themselves. A replay never asks: what is not recorded is a RehearsalError of code `not_recorded`.
 *
 * @example
 * const client = new OpenAI({ fetch: withCassette(fetch, { path: "cassettes/refund.json" }) });
 */
export function withCassette<Target extends LanguageModel>(
  target: Target,
  options?: WithCassetteOptions<Target>,
): LanguageModel;
export function withCassette<Target extends DecisionModel>(
  target: Target,
  options?: WithCassetteOptions<Target>,
): DecisionModel;
export function withCassette<Target extends Judge>(target: Target, options?: WithCassetteOptions<Target>): Judge;
export function withCassette<Target extends AsyncFunction>(
  target: Target,
  options?: WithCassetteOptions<Target>,
): Target;
export function withCassette(
  target: unknown,
  options: WithCassetteOptions<(...args: unknown[]) => unknown> = {},
): unknown {
  const find = finder(options);
  if (typeof target === "function") return wrapFunction(target as AnyFunction, find, options);
  if (isFields(target) && methods.some((name) => typeof target[name] === "function")) return wrapModel(target, find);
  throw invalid("it wraps a LanguageModel, a DecisionModel, a Judge, a fetch or another async function");
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type Find = () => Cassette | undefined;

/** The cassette to use at a call; undefined where the call is only to be handed on. */
function finder(options: WithCassetteOptions<(...args: unknown[]) => unknown>): Find {
  const unknown = unknownOption(options, optionNames);
  if (unknown !== undefined) throw invalid(unknown);
  const { cassette, name: _, identify: __, ...own } = options;
  if (cassette !== undefined && Object.keys(own).length > 0)
    throw invalid("give a cassette or the options of one, not both");
  if (cassette === undefined && own.path === undefined && Object.keys(own).length > 0)
    throw invalid(`${Object.keys(own).join(", ")} needs a path`);
  const fixed = cassette ?? (own.path === undefined ? undefined : new Cassette({ ...own, path: own.path }));
  return () => {
    const around = ambient();
    const found = fixed ?? around?.cassette;
    const recordedAsAWhole = around?.inside === true && around.cassette?.path === found?.path;
    return found === undefined || found.mode === "off" || recordedAsAWhole ? undefined : found;
  };
}

interface ModelCall {
  readonly signal?: AbortSignal;
  readonly spent?: Call["spent"];
}

/** A model is what it is asked by; one object may be both kinds. */
const methods = ["generate", "decide"] as const;

function wrapModel(model: Fields, find: Find): unknown {
  const { id } = model;
  if (typeof id !== "string") throw invalid("the model has no id");
  const wrapped = methods.flatMap((name) => {
    const method = model[name];
    if (typeof method !== "function") return [];
    const call = async (request: ModelCall): Promise<unknown> => {
      const cassette = find();
      if (cassette === undefined) return Reflect.apply(method, model, [request]) as unknown;
      const { signal, spent, ...asked } = request;
      if (signal?.aborted === true) throw abortedError(id, signal.reason);
      const ask: Call["ask"] = (tell) =>
        Reflect.apply(method, model, [spent === undefined ? request : { ...request, spent: tell }]) as unknown;
      return play({ cassette, target: id, request: encodeRequest(asked), signal, spent, ask });
    };
    return [[name, call] as const];
  });
  const { ready } = model;
  if (typeof ready !== "function") return { id, ...Object.fromEntries(wrapped) };
  const readyWhereAsked = async (): Promise<unknown> => {
    // What is replayed needs no key.
    const mode = find()?.mode ?? ambient()?.mode ?? "off";
    return mode === "replay" || mode === "auto" ? undefined : (Reflect.apply(ready, model, []) as unknown);
  };
  return { id, ready: readyWhereAsked, ...Object.fromEntries(wrapped) };
}

function wrapFunction(
  target: AnyFunction,
  find: Find,
  { name, identify }: TargetOptions<(...args: unknown[]) => unknown>,
): AnyFunction {
  const label = name ?? target.name.replace(/^bound /, "");
  if (label === "") throw invalid('the function has no name; give one, as in { name: "lookup_order" }');
  // What such a function does begins when its first item is asked for, not when it is called.
  const isGenerator = Object.prototype.toString.call(target) === "[object AsyncGeneratorFunction]";
  const mayFetch = !isGenerator && identify === undefined;
  const isFetch = mayFetch && (target === globalThis.fetch || [label, target.name].some((each) => /fetch/i.test(each)));
  const wrapped: AnyFunction = function (...args) {
    const cassette = find();
    if (cassette === undefined) return Reflect.apply(target, this, args);
    if ((isFetch && isFetchCall(args)) || (mayFetch && isSurelyFetchCall(args)))
      return playFetch({ cassette, label, args, ask: (given) => Reflect.apply(target, this, given) });
    const start = () => {
      const request = encodeRequest(identify === undefined ? args : identify(...args));
      return play({
        cassette,
        target: label,
        request,
        signal: signalIn(args),
        ask: () => Reflect.apply(target, this, args),
      });
    };
    return isGenerator ? whenRead(start) : begun(start);
  };
  Object.defineProperty(wrapped, "name", { value: target.name, configurable: true });
  return wrapped;
}

/** An async function rejects; it does not throw. */
function begun(start: () => unknown): unknown {
  try {
    return start();
  } catch (error) {
    return rejected(error);
  }
}

async function* whenRead(start: () => unknown): AsyncGenerator<unknown, unknown> {
  const stream = (await start()) as AsyncIterable<unknown, unknown>;
  return yield* stream;
}

/** The AbortSignal of a call: an argument, or the field `signal` or `abortSignal` of one. */
function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  const candidates = args.flatMap((arg) => (isFields(arg) ? [arg, arg.signal, arg.abortSignal] : []));
  return candidates.find((each): each is AbortSignal => each instanceof AbortSignal);
}

interface FetchPlay {
  readonly cassette: Cassette;
  readonly label: string;
  readonly args: [string | URL | Request, RequestInit?];
  readonly ask: (args: readonly unknown[]) => unknown;
}

async function playFetch({ cassette, label, args, ask }: FetchPlay): Promise<unknown> {
  const call = await readFetchCall(args, cassette.headers);
  const { request, signal, url, secrets } = call;
  try {
    return await play({ cassette, target: label, request, signal, url, secrets, ask: () => ask(call.args) });
  } catch (error) {
    if (!call.retries || !(error instanceof RehearsalError) || error.code !== "not_recorded") throw error;
    // Such a client takes what a fetch throws for a broken connection: it waits, tries again, and then says only
    // "Connection error.". An answer that must not be tried again brings the message to whoever reads its error.
    return Response.json(
      { error: { message: error.message, type: error.code, code: error.code, param: null } },
      { status: 400, headers: { "x-should-retry": "false" } },
    );
  }
}

const invalid = (problem: string): RehearsalError => new RehearsalError("invalid_input", `withCassette: ${problem}.`);
