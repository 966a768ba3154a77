import { isObject, parseJson } from "./json-text.js";
import type { PlainSpan } from "./plain-span.js";

/** Attributes that conventions write as JSON, so that text which is none was cut. Models do write broken arguments. */
const alwaysJson =
  /^(gen_ai\.(input|output)\.messages|ai\.prompt(\.messages)?|ai\.response\.toolCalls|traceloop\.entity\.(input|output)|rehearsal\.(input|output|metadata))$/;

/** Limits below this would cut names as well, and leave nothing to be read. */
const SHORTEST = 8;

/**
 * How long the values are that the limits of a provider cut. No span says so: it shows in that several texts of a trace
 * have one length, than which no other is longer, and one of them is JSON that breaks off; of attributes that are always
 * JSON a single one shows it. Undefined: nothing shows that any was cut.
 *
 * @example
 * cutLengthOf([{ attributes: { "gen_ai.tool.call.arguments": '{"id":"R-1', "gen_ai.tool.call.result": '{"status":' } }]); // 10
 */
export function cutLengthOf(spans: Iterable<Pick<PlainSpan, "attributes">>): number | undefined {
  try {
    return lengthIn(spans);
  } catch {
    return undefined;
  }
}

function lengthIn(spans: Iterable<Pick<PlainSpan, "attributes">>): number | undefined {
  let [longest, count, isBroken, isSure] = [SHORTEST, 0, false, false];
  for (const { attributes } of spans) {
    for (const key in attributes) {
      const value = attributes[key];
      if (typeof value !== "string" || value.length < longest) continue;
      if (value.length > longest) [longest, count, isBroken, isSure] = [value.length, 0, false, false];
      count += 1;
      if (isSure || !breaksOff(value)) continue;
      isBroken = true;
      isSure = alwaysJson.test(key);
    }
  }
  return isSure || (isBroken && count > 1) ? longest : undefined;
}

function breaksOff(text: string): boolean {
  const first = text.trimStart().charAt(0);
  return (first === "{" || first === "[") && parseJson(text) === undefined;
}

/** The span without the values that were cut to that length: what is left of them says nothing that could be judged. */
export function withoutCut(span: PlainSpan, length: number | undefined): PlainSpan {
  if (length === undefined) return span;
  try {
    const entries = Object.entries(span.attributes);
    const kept = entries.filter(([, value]) => typeof value !== "string" || value.length !== length || isWhole(value));
    return kept.length === entries.length ? span : { ...span, attributes: Object.fromEntries(kept), cutAt: length };
  } catch {
    return span;
  }
}

/** An object or a list that happens to be as long. */
const isWhole = (text: string): boolean => /^\s*[{[]/.test(text) && !breaksOff(text);

export const cutValuesNote = (length: number): string =>
  `values were cut short at ${String(length)} characters and left out (attributeValueLengthLimit in its provider's spanLimits, or OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT)`;

/** Of each span, as it was given: to make plain spans twice would be slow. */
export function* attributesIn(
  given: readonly unknown[],
  recorded: readonly PlainSpan[],
): Iterable<Pick<PlainSpan, "attributes">> {
  for (const span of given) {
    const attributes = isObject(span) ? span.attributes : undefined;
    if (isObject(attributes)) yield { attributes };
  }
  yield* recorded;
}
