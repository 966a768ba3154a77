import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Behaviour } from "./openai-server/behaviour.js";
import { deliver } from "./openai-server/deliver.js";
import { endpointOf, type RecordedRequest } from "./openai-server/request.js";

export { answer, everyFault, fault, type Answer, type Behaviour, type Fault } from "./openai-server/behaviour.js";
export type { RecordedRequest } from "./openai-server/request.js";

/**
 * What the server does: a list is used up by the chat completions and responses that are asked for, in the order in
 * which they come; a function decides about every request (undefined: the usual answer of that endpoint).
 */
export type Script =
  readonly Behaviour[] | ((request: RecordedRequest) => Behaviour | undefined | Promise<Behaviour | undefined>);

/** A loopback server that speaks the OpenAI API. Use it with `await using`, or close it. */
export interface OpenAIServer extends AsyncDisposable {
  /** For the option `baseURL` of a client. */
  readonly baseURL: string;
  /** All requests so far, in the order in which they came in. */
  readonly requests: readonly RecordedRequest[];
  /** Resolves when this many requests have come in. */
  received(count: number): Promise<RecordedRequest>;
  /** Breaks every open exchange and stops. */
  close(): Promise<void>;
}

export async function startOpenAIServer(script: Script = () => undefined): Promise<OpenAIServer> {
  const requests: RecordedRequest[] = [];
  let waiting: { readonly count: number; readonly resolve: (request: RecordedRequest) => void }[] = [];
  const decide = typeof script === "function" ? script : fromList(script);

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const read = await readRequest(incoming, outgoing);
    const request = { ...read, index: requests.length };
    requests.push(request);
    const ready = waiting.filter(({ count }) => count <= requests.length);
    waiting = waiting.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve(request);
    await deliver(request, await decide(request), outgoing);
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    baseURL: `http://127.0.0.1:${String(port)}/v1`,
    requests,
    received: (count) => {
      const last = requests[count - 1];
      return last === undefined
        ? new Promise((resolve) => {
            waiting.push({ count, resolve });
          })
        : Promise.resolve(last);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function fromList(list: readonly Behaviour[]): (request: RecordedRequest) => Behaviour | undefined {
  let next = 0;
  return ({ endpoint, index }) => {
    if (endpoint !== "chat" && endpoint !== "responses") return undefined;
    const message = `the script has ${String(list.length)} behaviours, and this is request ${String(index + 1)}`;
    // Not retried, so that a test sees at once that it asked for more than it scripted.
    const spent: Behaviour = {
      fault: "status",
      status: 500,
      body: { error: { message } },
      headers: { "x-should-retry": "false" },
    };
    return list[next++] ?? spent;
  };
}

async function readRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Omit<RecordedRequest, "index">> {
  const closed = new Promise<"answered" | "broken">((resolve) => {
    outgoing.on("close", () => resolve(outgoing.writableFinished ? "answered" : "broken"));
  });
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const path = new URL(incoming.url ?? "/", "http://127.0.0.1").pathname;
  const text = Buffer.concat(pieces).toString("utf8");
  return {
    endpoint: endpointOf(path),
    method: incoming.method ?? "GET",
    path,
    headers: incoming.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
    closed,
  };
}
