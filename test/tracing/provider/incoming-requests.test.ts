import { Agent as Connections, createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { context, propagation, ROOT_CONTEXT } from "@opentelemetry/api";
import { captureTrace, observe, type Trace } from "../../../src/tracing/index.js";
import { ConversationSimulator, evaluate, httpAgent, ScriptedUser } from "../../../src/index.js";

const lookUp = observe({ type: "tool", name: "look_up" }, async ({ id }: { readonly id: string }) => `found ${id}`);
const reply = observe({ type: "agent", name: "shop" }, async (id: string) => lookUp({ id }));

async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of message) text += String(chunk);
  return text;
}

describe("a server in this process", () => {
  let server: Server;
  let url: string;
  let around: (headers: object, work: () => Promise<string>) => Promise<string> = (_, work) => work();
  beforeEach(async () => {
    around = (_, work) => work();
    server = createServer((incoming, response) => {
      void (async () => {
        const text = await textOf(incoming);
        const answer = await around(incoming.headers, () => reply(text));
        response.setHeader("content-type", "application/json").end(JSON.stringify({ answer }));
      })();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  });
  afterEach(() => new Promise((closed) => server.close(closed)));

  const post = async (id: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await fetch(url, { method: "POST", body: id, headers })).text();
  const ids = async (work: (given: { headers: Readonly<Record<string, string>> }) => Promise<unknown>) => {
    const { trace } = await captureTrace(work);
    return idsIn(trace);
  };
  const idsIn = ({ toolsCalled }: Trace) =>
    toolsCalled.map(({ inputParameters }) => (typeof inputParameters === "object" ? inputParameters.id : undefined));

  it("does what a request asks for in the run that sent it, many at a time", async () => {
    const all = ["A", "B", "C", "D"];
    expect(await Promise.all(all.map((id) => ids(({ headers }) => post(id, headers))))).to.deep.equal(
      all.map((id) => [id]),
    );
  });

  it("is an agent like any other, by httpAgent", async () => {
    const agent = httpAgent({ url, body: ({ input }) => ({ input }), reply: "$.answer" });
    const cases = await new ConversationSimulator({ agent, user: new ScriptedUser(["X", "Y"]) }).simulate({
      conversationalGoldens: ["a", "b"].map((id) => ({ id, scenario: "s", expectedTools: ["look_up", "look_up"] })),
    });
    const run = await evaluate(cases, { record: false });
    expect(run.results.map(({ verdict, reason }) => [verdict, reason])).to.deep.equal([
      ["passed", "1 assertion held"],
      ["passed", "1 assertion held"],
    ]);
  });

  it("gives what comes later on the same connection to no run that is not named there", async () => {
    const connections = new Connections({ keepAlive: true, maxSockets: 1 });
    const send = (id: string, headers = {}): Promise<string> =>
      new Promise((resolve, reject) => {
        const sent = request(url, { method: "POST", agent: connections, headers }, (got) => resolve(textOf(got)));
        sent.on("error", reject).end(id);
      });
    try {
      expect(await ids(({ headers }) => send("A", headers))).to.deep.equal(["A"]);
      const { trace } = await captureTrace(async ({ headers }) => {
        await send("B", headers);
        await send("nobody's");
      });
      expect(idsIn(trace)).to.deep.equal(["B"]);
      expect(trace.missing.join()).to.include('tool "look_up"');
    } finally {
      connections.destroy();
    }
  });

  it("may read the headers itself, as OpenTelemetry does", async () => {
    const propagator = {
      inject: () => undefined,
      extract: (from: typeof ROOT_CONTEXT, carrier: Readonly<Record<string, string>>) =>
        propagation.setBaggage(
          from,
          propagation.createBaggage({
            "rehearsal.run": { value: /rehearsal\.run=([^,]*)/.exec(carrier.baggage ?? "")?.[1] ?? "" },
          }),
        ),
      fields: () => [],
    };
    propagation.setGlobalPropagator(propagator);
    around = (headers, work) => context.with(propagation.extract(ROOT_CONTEXT, headers), work);
    try {
      expect(await Promise.all(["A", "B"].map((id) => ids(({ headers }) => post(id, headers))))).to.deep.equal([
        ["A"],
        ["B"],
      ]);
    } finally {
      propagation.disable();
    }
  });
});
