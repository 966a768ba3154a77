import { quietly } from "../faults.js";
import { shared } from "../../test-case/shared.js";
import type { Content } from "./content.js";
import type { ObserveSpec } from "./observe-options.js";
import { Unrecorded } from "./snapshot.js";

/**
 * Which content goes on record: message texts, arguments of tools, their results and the words of errors. True: as it is.
 * False: none of it; names, ids, usage and models stay, and the trace says that content is missing. A function is given
 * each text before it is recorded (arguments and results as JSON text) and returns what to record instead; where it
 * throws or returns no text, nothing is recorded.
 */
export type CaptureContent = boolean | ((content: string) => string);

const off: ReadonlySet<string> = new Set(["false", "0", "off", "no"]);

const state = shared("capture", (): { chosen?: CaptureContent | undefined; environment?: boolean | undefined } => ({}));

/** What `createTracing` was told, for all that Rehearsal records in this process. Undefined: the environment counts. */
export const chooseCapture = (capture: CaptureContent | undefined): void => void (state().chosen = capture);
export const chosenCapture = (): CaptureContent | undefined => state().chosen;

/** What the environment says now. */
export const capturedByEnvironment = (): boolean =>
  !off.has(process.env.REHEARSAL_CAPTURE_CONTENT?.trim().toLowerCase() ?? "");

/** Asks the environment anew: it is slow to ask, and many an app loads its settings after its imports. */
export const lookAtEnvironment = (): void => void (state().environment = capturedByEnvironment());

/** What counts where no option says otherwise. */
export const captureContent = (): CaptureContent => state().chosen ?? (state().environment ??= capturedByEnvironment());

/** What counts for one observed function: what its author said of it wins. */
export const captureOf = ({ isFiltered }: ObserveSpec, record: boolean | undefined): CaptureContent =>
  isFiltered === true || record === true ? true : captureContent();

/** What may be recorded of a text. Undefined: nothing. */
export function allowedText(text: string, capture: CaptureContent = captureContent()): string | undefined {
  if (capture === true) return text;
  const kept: unknown = capture === false ? undefined : quietly("redacting content", () => capture(text));
  if (typeof kept === "string") return kept;
  if (capture !== false && isThenable(kept)) {
    asynchronous.add(capture);
    // Nobody waits for it, and what it rejects with is no concern of the agent's.
    quietly("redacting content", () => void kept.then(undefined, () => undefined));
  }
  return undefined;
}

/** The same of any content. */
export function allowedContent(content: Content, capture: CaptureContent): Content | Unrecorded {
  if (capture === true) return content;
  const given = content.text;
  const text = allowedText(given, capture);
  if (text === undefined) return new Unrecorded(whyNot(capture));
  const isRedacted = text !== given;
  return content.isText || isJson(text)
    ? { text, isText: content.isText, isRedacted }
    : { text: JSON.stringify(text), isText: false, isRedacted };
}

/** Why nothing was recorded of a text. `isChosen`: by an option, and not by the environment. */
export function whyNot(capture: CaptureContent, isChosen = state().chosen !== undefined): string {
  if (capture === false) return isChosen ? "captureContent is false" : byEnvironment;
  if (capture !== true && asynchronous.has(capture))
    return "the captureContent function returned a promise; it must be synchronous";
  return "the captureContent function failed, or returned no text";
}

const byEnvironment = "captureContent is false, by REHEARSAL_CAPTURE_CONTENT";

/** Functions that were seen to return a promise. */
const asynchronous = new WeakSet<object>();

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
