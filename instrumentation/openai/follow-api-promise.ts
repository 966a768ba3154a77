import { follow, isObject, quietly, settle } from "../../src/tracing/instrument.js";
import { followRawResponse } from "./follow-raw-response.js";
import { followStream } from "./follow-stream.js";
import type { ModelCall } from "./model-call.js";

/** OpenAI's promise: it parses the response when it is asked to, by `then` or otherwise, and not before. */
interface APIPromise {
  responsePromise: Promise<unknown>;
  parseResponse: (...args: readonly unknown[]) => unknown;
  asResponse?: (...args: readonly unknown[]) => unknown;
  _thenUnwrap?: (...args: readonly unknown[]) => unknown;
}

const isAPIPromise = (value: unknown): value is APIPromise =>
  isObject(value) && value.responsePromise instanceof Promise && typeof value.parseResponse === "function";

/**
 * Watches what `create` returned, and hands the same object on. Its own `then` is never called: that would parse the
 * body, which `parse`, `withResponse` and `asResponse` want to do themselves. What no OpenAI client returns, such as a
 * fake's plain promise, is followed as the result of any function is.
 */
export function followAPIPromise(result: unknown, call: ModelCall): unknown {
  if (!isAPIPromise(result)) return follow(result, call);
  // Replaced, not branched off: a rejection that nobody handles has to stay as unhandled as it was.
  result.responsePromise = result.responsePromise.catch((error: unknown) => {
    call.threw(error);
    throw error;
  });
  const answer = new Answer(call);
  followParsing(result, answer, (parsed) => answer.seen(parsed));
  return result;
}

/** What comes of one request, however many promises are derived from the first. */
class Answer {
  readonly call: ModelCall;
  isParsed = false;
  #isSeen = false;

  constructor(call: ModelCall) {
    this.call = call;
  }

  seen(answer: unknown): unknown {
    if (this.#isSeen) return answer;
    this.#isSeen = true;
    if (!isObject(answer) || !(Symbol.asyncIterator in answer)) this.call.returned(answer);
    else if (quietly("following a stream", () => followStream(answer, this.call)) !== true) follow(answer, this.call);
    return answer;
  }
}

function followParsing(promise: APIPromise, answer: Answer, seen: (parsed: unknown) => unknown): void {
  const { parseResponse: parse, asResponse, _thenUnwrap: thenUnwrap } = promise;
  promise.parseResponse = (...args) => {
    answer.isParsed = true;
    return settle(() => Reflect.apply(parse, promise, args), seen, answer.call);
  };
  const raw = (response: unknown): unknown => {
    if (!answer.isParsed && isObject(response)) followRawResponse(response, answer.call);
    return response;
  };
  if (typeof asResponse === "function")
    promise.asResponse = (...args) => settle(() => Reflect.apply(asResponse, promise, args), raw, answer.call);
  if (typeof thenUnwrap !== "function") return;
  promise._thenUnwrap = (transform, ...rest) => {
    const derived = Reflect.apply(thenUnwrap, promise, [watched(transform, answer), ...rest]);
    if (isAPIPromise(derived)) followDerived(derived, promise, answer);
    return derived;
  };
}

/** `parse` and the like turn the answer into something else, by way of a function that is given the answer. */
function watched(transform: unknown, answer: Answer): unknown {
  if (typeof transform !== "function") return transform;
  return (parsed: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(transform, undefined, [answer.seen(parsed), ...rest]);
}

/** From openai 7 on it goes back to the request itself, past what we have put in its place. */
function followDerived(derived: APIPromise, from: APIPromise, answer: Answer): void {
  derived.responsePromise = from.responsePromise;
  followParsing(derived, answer, (parsed) => parsed);
}
