import type { Answer } from "./behaviour.js";
import type { RecordedRequest } from "./request.js";

/** A body in the pieces in which it is written. */
export interface Rendered {
  readonly contentType: string;
  readonly pieces: readonly string[];
}

/** A body that is not streamed still goes out in two pieces, so that it can be slow or cut. */
export function wholeBody(value: unknown): Rendered {
  const text = JSON.stringify(value);
  const middle = Math.ceil(text.length / 2);
  return { contentType: "application/json", pieces: [text.slice(0, middle), text.slice(middle)] };
}

export const eventStream = (pieces: readonly string[]): Rendered => ({ contentType: "text/event-stream", pieces });

/** Text as a model streams it: word by word. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/g) ?? (text === "" ? [] : [text]);

export const argumentsText = (value: object | string): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Halves of the arguments: enough to find a reader that does not join them. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}

export const usageOf = ({ usage }: Answer) => (usage === undefined ? { input: 10, output: 5 } : usage);

export const modelOf = (request: RecordedRequest, { model }: Answer): string =>
  model ?? (typeof request.body.model === "string" ? request.body.model : "loopback");

export const streamed = (request: RecordedRequest): boolean => request.body.stream === true;
