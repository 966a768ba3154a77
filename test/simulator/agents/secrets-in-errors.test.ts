import { expect } from "chai";
import { chatAgent, httpAgent } from "../../../src/simulator/index.js";
import type { Agent } from "../../../src/simulator/agent.js";
import { hold } from "../support.js";
import { startAnsweringServer, type AnsweringServer } from "./answering-server.js";

const KEY = "verysecret-key-abcdefgh";
const basic = Buffer.from(`user:${KEY}`).toString("base64");

describe("a key that a server sends back", () => {
  let server: AnsweringServer;
  before(async () => void (server = await startAnsweringServer()));
  after(() => server.close());

  const agents: readonly [string, (url: string) => Agent][] = [
    ["chatAgent({ apiKey })", (url) => chatAgent({ baseURL: url, model: "m", apiKey: KEY })],
    ["chatAgent({ headers })", (url) => chatAgent({ baseURL: url, model: "m", headers: { "api-key": KEY } })],
    ["chatAgent({ stream })", (url) => chatAgent({ baseURL: url, model: "m", apiKey: KEY, stream: true })],
    [
      "an authorization",
      (url) => httpAgent({ url, body: {}, headers: { authorization: `Bearer ${KEY}` }, reply: "$.a" }),
    ],
    ["a basic one", (url) => httpAgent({ url, body: {}, headers: { authorization: `Basic ${basic}` }, reply: "$.a" })],
    [
      "a function of headers",
      (url) => httpAgent({ url, body: {}, headers: () => ({ "x-api-key": KEY }), reply: "$.a" }),
    ],
    ["a cookie", (url) => httpAgent({ url, body: {}, headers: { cookie: `a=1; session=${KEY}` }, reply: "$.a" })],
    ["an address", (url) => httpAgent({ url: `${url}?api_key=${KEY}`, body: {}, reply: "$.a" })],
    ["a body", (url) => httpAgent({ url, body: { auth: { token: KEY } }, reply: "$.a" })],
  ];
  const padding = "x".repeat(285);
  const answers: readonly [string, () => void][] = [
    ["a refusal", () => server.json({ error: { message: `bad key ${KEY}` } }, 401)],
    ["a refusal that is cut in the key", () => server.plain(`${padding}${KEY}`, "text/plain", 403)],
    ["a page", () => server.plain(`<p>${KEY}</p>`, "text/html")],
    ["an error of a stream", () => server.plain(`event: error\ndata: ${KEY}\n\n`, "text/event-stream")],
    ["an error in a stream", () => server.plain(`data: {"error":{"message":"${KEY}"}}\n\n`, "text/event-stream")],
    ["half an event", () => server.plain(`data: {"error":"${KEY}`, "text/event-stream")],
  ];
  for (const [by, agentAt] of agents)
    it(`is in no error, where it was sent by ${by}`, async () => {
      for (const [name, respond] of answers) {
        respond();
        const { error } = await hold(agentAt(server.url), { lines: ["a"] });
        expect(error, name).to.be.a("string").and.not.contain("verysecret");
        expect(error, name).to.match(/answered|sent an error|stream|matches nothing/);
      }
    });

  it("is in no error of fetch that refuses the header", async () => {
    const { error } = await hold(chatAgent({ baseURL: server.url, model: "m", apiKey: `${KEY}\n${KEY}` }), {
      lines: ["a"],
    });
    expect(error)
      .to.match(/can't be sent: the header "authorization", or a sign in its value/)
      .and.not.contain(KEY);
  });

  it("leaves words of the message alone", async () => {
    server.json({ error: "Basic authentication is required, or a token" }, 401);
    const { error } = await hold(chatAgent({ baseURL: server.url, model: "m", apiKey: KEY }), { lines: ["a"] });
    expect(error).to.contain("Basic authentication is required, or a token");
  });
});
