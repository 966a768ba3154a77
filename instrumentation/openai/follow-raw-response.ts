import {
  followReadable,
  isReadableStream,
  parseOrText,
  patch,
  settle,
  type Outcome,
} from "../../src/tracing/instrument.js";
import type { ModelCall } from "./model-call.js";

const raw = "the raw response was read by the caller";

/** The caller reads the body: what it reads as JSON or as text is the answer, any other way only tells the end. */
export function followRawResponse(response: object, call: ModelCall): void {
  const state = { isRead: false };
  const reading = (method: string, seen: (body: unknown) => void): void => {
    patch(response, method, (original) => {
      return function (this: unknown, ...args: unknown[]) {
        state.isRead = true;
        const shown = (body: unknown): unknown => {
          seen(body);
          return body;
        };
        return settle(() => original.apply(this, args), shown, call);
      };
    });
  };
  reading("json", (body) => call.returned(body));
  reading("text", (body) => call.returned(typeof body === "string" ? parseOrText(body) : body));
  for (const method of ["arrayBuffer", "blob", "buffer", "bytes", "formData"]) reading(method, () => call.unseen(raw));
  patch(response, "clone", (original) => {
    return function (this: unknown, ...args: unknown[]) {
      const clone = original.apply(this, args);
      if (typeof clone === "object" && clone !== null) followRawResponse(clone, call);
      return clone;
    };
  });
  followBody(response, call, state);
}

function followBody(response: object, call: ModelCall, state: { readonly isRead: boolean }): void {
  if (Object.hasOwn(response, "body")) return;
  let isSeen = false;
  const get = (): unknown => {
    const body: unknown = Reflect.get(Object.getPrototypeOf(response) as object, "body", response);
    if (isSeen || state.isRead || typeof body !== "object" || body === null) return body;
    isSeen = true;
    if (isReadableStream(body)) followReadable(body, endOnly(call));
    else call.unseen(raw);
    return body;
  };
  Reflect.defineProperty(response, "body", { get, configurable: true, enumerable: false });
}

/** Bytes are no answer, yet they tell when it ends. */
const endOnly = (call: ModelCall): Outcome => ({
  returned: () => call.unseen(raw),
  streamed: () => call.unseen(raw),
  unseen: () => call.unseen(raw),
  threw: (error) => call.threw(error),
  within: (step) => call.within(step),
});
