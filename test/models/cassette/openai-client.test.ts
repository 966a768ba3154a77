import { expect } from "chai";
import OpenAI from "openai";
import type { Cassette } from "../../../src/models/cassette/cassette.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { answer, fault, startOpenAIServer, type Behaviour } from "../../support/openai-server.js";
import { rejectionOf } from "../../support/rejection.js";
import { KEY } from "../support.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

const messages = [{ role: "user" as const, content: "Where is A-1042?" }];
const tools = [{ type: "function" as const, function: { name: "lookup_order", parameters: { type: "object" } } }];

function clientOf(cassette: Cassette, baseURL: string, live: typeof fetch = fetch) {
  const options = { cassette, name: "fetch" };
  return new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0, fetch: withCassette(live, options) });
}

/** All that an agent sees of its model: answers, chunks, errors and what they carry. */
async function talk(client: OpenAI): Promise<unknown[]> {
  const seen: unknown[] = [];
  const first = await client.chat.completions.create({ model: "m", messages, tools });
  seen.push(first);
  const call = first.choices[0]?.message;
  const more = [
    ...messages,
    ...(call ? [call] : []),
    { role: "tool" as const, tool_call_id: "call_1", content: "sent" },
  ];
  for await (const chunk of await client.chat.completions.create({ model: "m", messages: more, tools, stream: true }))
    seen.push(chunk);
  for await (const event of await client.responses.create({ model: "m", input: "Hi", stream: true })) seen.push(event);
  const { data, response } = await client.embeddings.create({ model: "m", input: ["x"] }).withResponse();
  seen.push(data, response.status, response.url, response.headers.get("content-type"));
  const error = (await rejectionOf(client.chat.completions.create({ model: "m", messages: [] }))) as InstanceType<
    typeof OpenAI.APIError
  >;
  seen.push(error.constructor.name, error.message, error.status, error.headers?.get("retry-after"));
  return seen;
}

const script: Behaviour[] = [
  answer.call("lookup_order", { order_id: "A-1042" }),
  { text: "It is on\nits way, 👋🏽 été." },
  "Hello you",
  fault.rateLimit({ retryAfter: "7" }),
];

describe("a cassette below the real openai client", () => {
  it("replays answers, tool calls, streams and errors byte for byte when the server is gone", async () => {
    using at = temporary();
    const server = await startOpenAIServer(script);
    const first = JSON.stringify(await talk(clientOf(cassetteAt(at.path, "record"), server.baseURL)));
    await server.close();
    const cassette = cassetteAt(at.path, "replay");
    const again = JSON.stringify(await talk(clientOf(cassette, server.baseURL, unreachable)));
    expect(again).to.equal(first);
    expect(cassette.unused()).to.deep.equal([]);
    expect(at.text()).not.to.contain(KEY);
  });

  it("finds a recording although the server has another port, and the call another id", async () => {
    using at = temporary();
    const server = await startOpenAIServer(["done"]);
    const asked = (id: string) => ({
      model: "m",
      messages: [
        {
          role: "assistant" as const,
          tool_calls: [{ id, type: "function" as const, function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool" as const, tool_call_id: id, content: "ok" },
      ],
    });
    await clientOf(cassetteAt(at.path, "record"), server.baseURL).chat.completions.create(asked("call_Ab1xYz"));
    await server.close();
    const client = clientOf(cassetteAt(at.path, "replay"), "http://127.0.0.1:1/v1", unreachable);
    const { choices } = await client.chat.completions.create(asked("call_Qr2uVw"));
    expect(choices[0]?.message.content).to.equal("done");
  });

  it("says through the client what is missing, and is not asked again", async () => {
    using at = temporary();
    const cassette = cassetteAt(at.path, "replay");
    const live = withCassette(unreachable as typeof fetch, { cassette, name: "fetch" });
    const client = new OpenAI({ apiKey: KEY, baseURL: "http://127.0.0.1:1/v1", fetch: live });
    const error = await rejectionOf(client.chat.completions.create({ model: "m", messages }));
    expect(String(error)).to.contain("does not exist").and.contain("record again");
    expect(cassette.misses).to.have.length(1);
    expect(cassette.misses[0]).to.include({ code: "not_recorded" });
  });

  it("replays a stream that the client stopped reading", async () => {
    using at = temporary();
    const server = await startOpenAIServer(["one two three"]);
    const read = async (client: OpenAI) => {
      let text = "";
      for await (const chunk of await client.chat.completions.create({ model: "m", messages, stream: true })) {
        text += chunk.choices[0]?.delta.content ?? "";
        if (text.includes("two")) break;
      }
      return text;
    };
    const first = await read(clientOf(cassetteAt(at.path, "record"), server.baseURL));
    await server.close();
    const again = await read(clientOf(cassetteAt(at.path, "replay"), server.baseURL, unreachable));
    expect([first, again]).to.deep.equal(["one two", "one two"]);
  });
});
