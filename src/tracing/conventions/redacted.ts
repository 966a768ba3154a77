import type { RequestedCall } from "../reading/read-span.js";
import { own } from "./own-attributes.js";

/** Whether a span of ours says that arguments in it are not those that were given. */
export const isRedacted = (attributes: Readonly<Record<string, unknown>>): boolean => attributes[own.redacted] === true;

/** The calls, marked as such where their arguments were changed. */
export const withRedacted = <Calls extends readonly RequestedCall[] | undefined>(calls: Calls, redacted = false) =>
  redacted ? calls?.map((call): RequestedCall => ({ ...call, redacted })) : calls;
