import { quietly } from "../faults.js";
import { shared } from "../run/shared.js";
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
  return typeof kept === "string" ? kept : undefined;
}

/** The same of any content. */
export function allowedContent(content: Content, capture: CaptureContent): Content | Unrecorded {
  if (capture === true) return content;
  const text = allowedText(content.text, capture);
  if (text === undefined) return new Unrecorded(whyNot(capture));
  return content.isText || isJson(text)
    ? { text, isText: content.isText }
    : { text: JSON.stringify(text), isText: false };
}

export const whyNot = (capture: CaptureContent): string =>
  capture === false ? "captureContent is false" : "the captureContent function failed";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
