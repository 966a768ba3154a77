import type { Attributes, SpanKind } from "@opentelemetry/api";
import { isObject, own, quietly, startExternalCall, textOf, type ExternalCall } from "../../src/tracing/instrument.js";
import { Content } from "../shared/content.js";
import { errorType, safeWords, wordsOf } from "../shared/failure.js";
import type { Settings } from "../shared/settings.js";
import { argumentAttributes, nameOf, requestAttributes, type McpRequest } from "./request.js";

/** Undefined: nobody listens. */
export function startMcpCall(
  request: McpRequest,
  kind: SpanKind,
  connection: Attributes,
  settings: Settings,
): McpCall | undefined {
  const content = new Content(settings);
  const told = quietly("recording a request", () => requestAttributes(request, content));
  const attributes = { ...told, ...connection };
  const call = startExternalCall({ name: nameOf(request), kind, attributes, tracer: settings.tracer });
  return call === undefined ? undefined : new McpCall(call, request, content);
}

/** A request under way, as one of its two ends sees it. The first end counts. */
export class McpCall {
  readonly #call: ExternalCall;
  readonly #request: McpRequest;
  readonly #content: Content;

  constructor(call: ExternalCall, request: McpRequest, content: Content) {
    this.#call = call;
    this.#request = request;
    this.#content = content;
    if (call.isHeard) quietly("recording a request", () => call.add(argumentAttributes(request, content)));
  }

  get isHeard(): boolean {
    return this.#call.isHeard;
  }

  within<T>(step: () => T): T {
    return this.#call.within(step);
  }

  /** A simulation stood in for the tool. */
  intercepted(did: string): void {
    quietly("recording a request", () => this.#call.add({ "rehearsal.intercepted": did }));
  }

  returned(result: unknown): void {
    this.#end(() => {
      if (!isObject(result)) return this.#call.miss("output not recorded (it is no result of the protocol)");
      if (isObject(result.task)) return this.#call.miss("output not recorded (the request goes on as a task)");
      const text = this.#content.value(result);
      const key = this.#request.method === "prompts/get" ? own.output : "gen_ai.tool.call.result";
      if (text !== undefined) this.#call.add({ [key]: text });
      if (result.isError === true) this.#fail("tool_error", this.#told(wordsIn(result), "tool_error"));
    });
  }

  threw(error: unknown): void {
    const code = isObject(error) && Number.isInteger(error.code) ? String(error.code) : undefined;
    this.#end(() => {
      if (code !== undefined && !local.has(code)) this.#call.add({ "rpc.response.status_code": code });
      this.#fail(code ?? errorType(error), this.#told(wordsOf(error), safeWords(error)));
    });
  }

  /** The other end wants no answer any more, and gets none. */
  cancelled(reason: unknown): void {
    const words = typeof reason === "string" && reason !== "" ? `cancelled: ${reason}` : "cancelled";
    this.#end(() => this.#fail("cancelled", this.#told(words, "cancelled")));
  }

  /** `safe` says no more than what kind of failure it is. */
  #told(words: string, safe: string): string {
    const allowed = this.#content.allowed(words);
    if (allowed !== undefined) return allowed === "" ? safe : allowed;
    return `${safe}; its message was withheld (${this.#content.hidden ?? "it is no text"})`;
  }

  #fail(type: string, message: string): void {
    this.#call.add({ "error.type": type });
    this.#call.fail({ message });
  }

  #end(tell: () => void): void {
    this.#call.end(() => {
      tell();
      if (this.#content.isChanged) this.#call.add({ [own.redacted]: true });
      for (const reason of this.#content.missing) this.#call.miss(reason);
    });
  }
}

/** Codes that the caller's own side gives to what the other never answered: a closed connection, a timeout. */
const local: ReadonlySet<string> = new Set(["-32000", "-32001"]);

/** Where a tool fails, its result says why in words for the model. */
function wordsIn(result: Readonly<Record<string, unknown>>): string {
  const contents: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts = contents.flatMap((each) => (isObject(each) ? (textOf(each.text) ?? []) : []));
  return texts.length === 0 ? "tool_error" : texts.join("\n");
}
