export interface ServerEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
}

/** The events of a `text/event-stream` that carry data, as WHATWG's HTML defines it. A last one that is cut off counts too. */
export async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let type = "";
  let data: string[] = [];
  for await (const line of linesOf(bytes)) {
    if (line === "") {
      if (data.length > 0) yield { type: type === "" ? "message" : type, data: data.join("\n") };
      type = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") data.push(value);
    else if (field === "event") type = value;
  }
  if (data.length > 0) yield { type: type === "" ? "message" : type, data: data.join("\n") };
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    // A carriage return at the end may be half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield* rest.split(/\r\n|\n|\r/);
}
