import { isObject } from "../../src/tracing/instrument.js";
import type { Content } from "../shared/content.js";

const read = ["model", "messages", "input", "instructions"] as const;

/**
 * What is recorded of a request's body: its own fields, which are what is sent. A field that a getter makes is not asked
 * for, since the client asks for it once, and it may be another then; it is told as missing.
 */
export function sentBody(body: unknown, content: Content): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  if (!isObject(body)) return fields;
  for (const name of read) {
    const field = Object.getOwnPropertyDescriptor(body, name);
    if (field?.get !== undefined) content.miss(`${name} not recorded (a getter makes it)`);
    else if (field !== undefined) fields[name] = field.value;
  }
  return fields;
}
