import { throughSeam, type SeamTool } from "../../../test-case/tool-seam.js";

type Fields = Readonly<Record<string, unknown>>;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Which tools of a client's server say that they only read, or that they don't. */
const hints = new WeakMap<object, Map<string, boolean>>();

/**
 * What a client's `request` is to do with this request: what it does, or what a simulation puts in the place of a tool
 * call. It also takes note of what the server says of its tools. `note` default: nobody is told.
 */
export function inPlaceOfRequest(client: unknown, given: unknown, request: Method, note?: SeamTool["note"]): Method {
  const { method, params } = isFields(given) ? given : {};
  if (method === "tools/list") return isFields(client) ? listing(client, request) : request;
  const name = isFields(params) ? params.name : undefined;
  if (method !== "tools/call" || typeof name !== "string") return request;
  return throughSeam(toolOf(client, name, note), request);
}

function toolOf(client: unknown, name: string, note: SeamTool["note"]): SeamTool {
  const known = isFields(client) ? hints.get(client) : undefined;
  const readOnly = known?.get(name);
  return {
    name,
    ...(readOnly !== undefined && { write: !readOnly }),
    ...(known === undefined && { doubt: UNLISTED }),
    ...(note !== undefined && { note }),
    argumentsOf: ([sent]) => argumentsIn(sent),
    isAsync: true,
    returning: resultOf,
    failing: ({ message }) => ({ content: [{ type: "text", text: message }], isError: true }),
  };
}

const UNLISTED =
  "the client never asked its server what its tools do, and a server may say that one writes whatever its name is. Call client.listTools() before, or let it pass by a rule";

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const argumentsIn = (request: unknown): unknown =>
  (isFields(request) && isFields(request.params) ? request.params.arguments : undefined) ?? {};

/** A mock may answer in the protocol's own way, or with just the value. */
function resultOf(value: unknown): unknown {
  if (isFields(value) && Array.isArray(value.content)) return value;
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
  const isStructured = isFields(value) && !Array.isArray(value);
  return { content: [{ type: "text", text }], ...(isStructured && { structuredContent: value }) };
}

/** The result as it comes, looked at on its way. */
const listing = (client: object, request: Method): Method =>
  function (this: unknown, ...args) {
    const listed = request.apply(this, args);
    if (!(listed instanceof Promise)) return listed;
    return listed.then((result: unknown) => {
      keepHints(client, result);
      return result;
    });
  };

/** Takes note of what a page of the list of tools says of them. */
export function keepHints(client: object, result: unknown): void {
  const tools: readonly unknown[] = isFields(result) && Array.isArray(result.tools) ? result.tools : [];
  const kept = hints.get(client) ?? new Map<string, boolean>();
  for (const tool of tools) {
    if (!isFields(tool) || typeof tool.name !== "string") continue;
    const { readOnlyHint, destructiveHint } = isFields(tool.annotations) ? tool.annotations : {};
    kept.delete(tool.name);
    // Hints that contradict each other are those of a tool that may write.
    if (readOnlyHint === false || destructiveHint === true) kept.set(tool.name, false);
    else if (readOnlyHint === true) kept.set(tool.name, true);
  }
  hints.set(client, kept);
}
