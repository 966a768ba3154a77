import { isObject, textOf } from "../../../src/tracing/instrument.js";
import { listOf } from "../messages/parts.js";
import type { Merge } from "./operation.js";

type Fields = Record<string, unknown>;

const ends: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/**
 * Events of a response. The last one holds the whole; where the stream broke off before it, the pieces so far are put
 * together by `output_index` and `content_index`.
 */
export class ResponsesMerge implements Merge {
  #whole: unknown;
  #begun: Readonly<Fields> = {};
  readonly #items = new Map<number, Fields>();

  get isComplete(): boolean {
    return this.#whole !== undefined;
  }

  add(event: unknown): void {
    if (!isObject(event)) return;
    const { type, response } = event;
    if (isObject(response)) {
      if (ends.has(type)) this.#whole = response;
      else this.#begun = response;
      return;
    }
    if (type === "error") {
      this.#whole = { ...this.#begun, output: this.#output(), status: "failed", error: event };
      return;
    }
    if (typeof event.output_index === "number") this.#addToItem(event.output_index, event);
  }

  result(): unknown {
    return this.#whole ?? { ...this.#begun, output: this.#output(), status: "incomplete" };
  }

  #output(): readonly Fields[] {
    return [...this.#items].sort(([a], [b]) => a - b).map(([, item]) => item);
  }

  #addToItem(index: number, event: Readonly<Fields>): void {
    if (isObject(event.item)) {
      const { content } = event.item;
      this.#items.set(index, { ...event.item, ...(Array.isArray(content) && { content: listOf(content).slice() }) });
      return;
    }
    const item = this.#items.get(index);
    if (item === undefined) return;
    const delta = textOf(event.delta);
    switch (event.type) {
      case "response.function_call_arguments.delta":
      case "response.mcp_call_arguments.delta":
        item.arguments = `${textOf(item.arguments) ?? ""}${delta ?? ""}`;
        return;
      case "response.custom_tool_call_input.delta":
        item.input = `${textOf(item.input) ?? ""}${delta ?? ""}`;
        return;
      case "response.output_text.delta":
        addText(item, event.content_index, "output_text", "text", delta ?? "");
        return;
      case "response.refusal.delta":
        addText(item, event.content_index, "refusal", "refusal", delta ?? "");
        return;
      default:
    }
  }
}

function addText(item: Fields, at: unknown, type: string, key: "text" | "refusal", delta: string): void {
  const index = typeof at === "number" ? at : 0;
  const parts: unknown[] = Array.isArray(item.content) ? (item.content as unknown[]) : [];
  item.content = parts;
  const before = parts[index];
  parts[index] = { type, [key]: `${(isObject(before) ? textOf(before[key]) : undefined) ?? ""}${delta}` };
}
