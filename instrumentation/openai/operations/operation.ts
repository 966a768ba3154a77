import type { ExternalAttributes } from "../../../src/tracing/instrument.js";
import type { Content } from "../../shared/content.js";

/** What an answer says. */
export interface Told {
  readonly attributes: ExternalAttributes;
  /** What of it could not be recorded, and why. */
  readonly missing?: string;
  /** Set where the server answered that it failed. */
  readonly failure?: { readonly type: string; readonly message: string };
}

/** Puts the pieces of a streamed answer together, without keeping any of them. */
export interface Merge {
  add(chunk: unknown): void;
  /** In the shape that the answer would have had without streaming. */
  result(): unknown;
  /** The model had finished, whether or not the stream was read to its end. */
  readonly isComplete: boolean;
}

/** One kind of request. */
export interface Operation {
  readonly name: "chat" | "embeddings";
  /** What is asked. */
  request(body: Readonly<Record<string, unknown>>, content: Content): ExternalAttributes;
  response(answer: unknown, content: Content): Told;
  /** By what a stream is made to tell its tokens, where it does not of itself. */
  readonly streamedUsage?: string;
  /** Absent: it is never streamed. */
  merge?(): Merge;
}
