import { isObject, textOf } from "../../../src/tracing/instrument.js";
import { listOf } from "../messages/parts.js";
import type { Merge } from "./operation.js";

type Delta = Readonly<Record<string, unknown>>;

/** Chunks of a chat completion. Choices and calls are told apart by their `index`, since they may take turns. */
export class ChatMerge implements Merge {
  readonly #choices = new Map<number, Choice>();
  #id: string | undefined;
  #model: string | undefined;
  #usage: unknown;

  get isComplete(): boolean {
    const choices = [...this.#choices.values()];
    return choices.length > 0 && choices.every(({ finishReason }) => finishReason !== undefined);
  }

  add(chunk: unknown): void {
    if (!isObject(chunk)) return;
    this.#id ??= textOf(chunk.id);
    this.#model ??= textOf(chunk.model);
    this.#usage = chunk.usage ?? this.#usage;
    for (const choice of listOf(chunk.choices)) {
      if (!isObject(choice)) continue;
      const index = typeof choice.index === "number" ? choice.index : 0;
      let merged = this.#choices.get(index);
      if (merged === undefined) this.#choices.set(index, (merged = new Choice()));
      merged.finishReason = textOf(choice.finish_reason) ?? merged.finishReason;
      if (isObject(choice.delta)) merged.add(choice.delta);
    }
  }

  result(): unknown {
    const choices = [...this.#choices].sort(([a], [b]) => a - b);
    return {
      id: this.#id,
      model: this.#model,
      choices: choices.map(([index, choice]) => ({
        index,
        finish_reason: choice.finishReason,
        message: choice.message(),
      })),
      usage: this.#usage,
    };
  }
}

const texts = ["content", "refusal", "reasoning_content"] as const;

class Choice {
  finishReason: string | undefined;
  #role = "assistant";
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<number, Call>();
  #legacy: Call | undefined;
  #transcript: string | undefined;

  add(delta: Delta): void {
    this.#role = textOf(delta.role) ?? this.#role;
    for (const key of texts) {
      const piece = delta[key];
      if (typeof piece === "string") this.#texts.set(key, (this.#texts.get(key) ?? "") + piece);
    }
    for (const call of listOf(delta.tool_calls)) if (isObject(call)) this.#callOf(call).add(call);
    if (isObject(delta.function_call)) (this.#legacy ??= new Call()).add({ function: delta.function_call });
    if (isObject(delta.audio)) this.#transcript = (this.#transcript ?? "") + (textOf(delta.audio.transcript) ?? "");
  }

  /** Some compatible servers leave the index out: then a new id begins a new call. */
  #callOf({ index, id }: Delta): Call {
    const last = this.#calls.size - 1;
    const startsNew = last < 0 || (textOf(id) !== undefined && this.#calls.get(last)?.id !== id);
    const at = typeof index === "number" ? index : startsNew ? last + 1 : last;
    let call = this.#calls.get(at);
    if (call === undefined) this.#calls.set(at, (call = new Call()));
    return call;
  }

  message(): object {
    const calls = [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call.whole());
    const refusal = this.#texts.get("refusal") ?? null;
    const content = this.#texts.get("content") ?? null;
    // Streams open with empty content whatever follows, where a whole answer without any has null.
    const silent = content === "" && (calls.length > 0 || refusal !== null || this.#legacy !== undefined);
    return {
      role: this.#role,
      content: silent ? null : content,
      refusal,
      reasoning_content: this.#texts.get("reasoning_content"),
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(this.#legacy !== undefined && { function_call: this.#legacy.whole().function }),
      ...(this.#transcript !== undefined && { audio: { transcript: this.#transcript } }),
    };
  }
}

class Call {
  id: string | undefined;
  #type: string | undefined;
  #name: string | undefined;
  #args = "";

  add(delta: Delta): void {
    this.id ??= textOf(delta.id);
    this.#type ??= textOf(delta.type);
    const inner = [delta.function, delta.custom].find(isObject);
    this.#name ??= textOf(inner?.name);
    this.#args += textOf(inner?.arguments) ?? textOf(inner?.input) ?? "";
  }

  whole() {
    const { id } = this;
    if (this.#type === "custom") return { id, type: "custom", custom: { name: this.#name, input: this.#args } };
    return { id, type: "function", function: { name: this.#name, arguments: this.#args } };
  }
}
