import { objectsIn, textOf } from "../reading/attributes.js";
import { jsonOf } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { RequestedCall } from "../reading/read-span.js";
import { endsPlainly, reasonsOf } from "./finish-reasons.js";

/** Tools that providers run themselves; others that they define, such as a shell, are the caller's to run. */
const hosted =
  /\.(?:\w*search\w*|web_fetch|url_context|google_maps|code_interpreter|code_execution|image_generation|\w*rag\w*|mcp)(?:_\d+)?$/;

/**
 * `generateText` of the AI SDK leaves out of its spans which calls the provider ran itself, as it does the results. A
 * call is one of those where the provider's own tool of that name was on offer; or where no function of that name was,
 * and the model went on to a plain end without waiting for the caller.
 */
export function withProvided(
  calls: readonly RequestedCall[],
  { attributes }: Pick<PlainSpan, "attributes">,
): readonly RequestedCall[] {
  if (calls.length === 0 || attributes["ai.operationId"] === undefined) return calls;
  const { functions, ofProvider } = offersIn(attributes["ai.prompt.tools"]);
  const reasons = reasonsOf(attributes["ai.response.finishReason"] ?? attributes["gen_ai.response.finish_reasons"]);
  const isOver = endsPlainly(reasons);
  return calls.map((call) =>
    ofProvider.has(call.name) || (isOver && !functions.has(call.name)) ? { ...call, executed: true } : call,
  );
}

interface Offers {
  /** Names of what the caller has to run. */
  readonly functions: ReadonlySet<string>;
  readonly ofProvider: ReadonlySet<string>;
}

function offersIn(given: unknown): Offers {
  const tools = objectsIn(
    Array.isArray(given) ? (given as readonly unknown[]).flatMap((each) => jsonOf(each) ?? []) : jsonOf(given),
  );
  const [functions, ofProvider] = [new Set<string>(), new Set<string>()];
  for (const { type, id, name } of tools) {
    if (typeof name !== "string") continue;
    if (type === "function") functions.add(name);
    else if (hosted.test(textOf(id) ?? "")) ofProvider.add(name);
  }
  return { functions, ofProvider };
}
