import { snapshot, Unrecorded } from "../../src/tracing/instrument.js";
import type { Content } from "../openai/content.js";

/** A value as JSON text, as far as it may be recorded. */
export function jsonText(value: object, content: Content): string | undefined {
  const kept = content.isWhole ? value : content.value(value);
  const text = snapshot(kept);
  if (!(text instanceof Unrecorded)) return text;
  content.miss(`content not recorded (${text.reason})`);
  return undefined;
}
