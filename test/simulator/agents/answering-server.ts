import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ConversationalGolden } from "../../../src/golden/conversational-golden.js";
import { httpAgent, type HttpAgentOptions } from "../../../src/simulator/index.js";
import type { AgentInput, AgentReply } from "../../../src/simulator/agent.js";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An agent behind HTTP that answers what it is told to. */
export interface AnsweringServer {
  readonly url: string;
  seen: Seen[];
  respond: (response: ServerResponse) => void;
  json(value: unknown, status?: number): void;
  plain(text: string, type?: string, status?: number): void;
  close(): void;
}

export async function startAnsweringServer(): Promise<AnsweringServer> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      answering.seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      answering.respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const answering: AnsweringServer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/chat`,
    seen: [],
    respond: (response) => response.end(),
    json: (value, status = 200) => answering.plain(JSON.stringify(value), "application/json", status),
    plain: (text, type = "text/plain", status = 200) => {
      answering.respond = (response) => response.writeHead(status, { "content-type": type }).end(text);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return answering;
}

/** A turn as the simulator gives it to an agent. */
export const given = (input: Partial<AgentInput> = {}): AgentInput => ({
  input: "Hi",
  turns: [{ role: "user", content: "Hi" }],
  threadId: "thread-1",
  golden: new ConversationalGolden({ id: "g", scenario: "s" }),
  signal: new AbortController().signal,
  headers: { traceparent: "00-aa-bb-01", baggage: "rehearsal.run=r" },
  ...input,
});

/** The reply as text, pieces of a stream with a bar between them. */
export async function textOf(reply: AgentReply): Promise<string> {
  if (typeof reply !== "object" || !(Symbol.asyncIterator in reply)) return reply as string;
  const pieces: unknown[] = [];
  for await (const piece of reply) pieces.push(piece);
  return pieces.join("|");
}

/** A server for the tests of a block, and an agent behind it that says hello. */
export function httpAgentBehindServer() {
  const at = {} as { server: AnsweringServer };
  before(async () => void (at.server = await startAnsweringServer()));
  beforeEach(() => {
    at.server.seen = [];
    at.server.json({ answer: "Hello" });
  });
  after(() => at.server.close());
  const ask = async (options: Partial<HttpAgentOptions> = {}, input = given()): Promise<string> => {
    const usual = { url: at.server.url, body: { message: "{{input}}" }, reply: "$.answer" };
    return textOf(await httpAgent({ ...usual, ...options })(input));
  };
  return { at, ask };
}
