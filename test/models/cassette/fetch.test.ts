import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { CassetteOptions } from "../../../src/models/cassette/cassette.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A fetch that answers what it is told. */
const answering = (make: (...args: Parameters<typeof fetch>) => Response): typeof fetch =>
  async function fetch(...args) {
    return make(...args);
  };

const recording = (path: string, live: typeof fetch, options: Partial<CassetteOptions> = {}) =>
  withCassette(live, { cassette: cassetteAt(path, "record", options), name: "fetch" });
const replaying = (path: string, options: Partial<CassetteOptions> = {}) =>
  withCassette(unreachable as typeof fetch, { cassette: cassetteAt(path, "replay", options), name: "fetch" });

async function chunksOf(response: Response): Promise<number[][]> {
  const chunks: number[][] = [];
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) chunks.push([...chunk]);
  return chunks;
}

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

describe("a cassette around a fetch", () => {
  it("replays the pieces of an event stream as they came, also one that ends within a letter", async () => {
    using at = temporary();
    const bytes = Buffer.from("data: été\n\ndata: [DONE]\n\n");
    const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 13), bytes.subarray(13)];
    const headers = { "content-type": "text/event-stream" };
    const live = answering(() => new Response(streamOf(pieces), { headers }));
    const first = await chunksOf(await recording(at.path, live)("http://h/x"));
    expect(first).to.deep.equal(pieces.map((piece) => [...piece]));
    expect(await chunksOf(await replaying(at.path)("http://h/x"))).to.deep.equal(first);
  });

  it("keeps status, headers and body of an error; not the headers of the way, and no cookie", async () => {
    using at = temporary();
    await using server = await serve((_, response) => {
      const headers = {
        "retry-after": "9",
        "x-ratelimit-remaining-tokens": "0",
        "set-cookie": "id=1",
        "content-type": "text/plain",
      };
      response.writeHead(429, "Slow Down", headers).end("wait");
    });
    const first = await recording(at.path, fetch)(server.url);
    const again = await replaying(at.path)(server.url);
    for (const response of [first, again]) {
      expect(response).to.include({ status: 429, statusText: "Slow Down", url: server.url, ok: false });
      expect(response.headers.get("retry-after")).to.equal("9");
      expect(response.headers.get("x-ratelimit-remaining-tokens")).to.equal("0");
      expect(await response.text()).to.equal("wait");
    }
    expect(at.text()).not.to.contain("id=1").and.not.to.contain("transfer-encoding");
  });

  it("keeps bytes that are no text as base64, whole or in pieces", async () => {
    for (const type of ["application/json", "audio/mpeg"]) {
      using at = temporary();
      const bytes = Uint8Array.from([0, 255, 128, 10, 13]);
      const live = answering(() => new Response(bytes, { headers: { "content-type": type } }));
      await (await recording(at.path, live)("http://h/x")).arrayBuffer();
      const again = await replaying(at.path)("http://h/x");
      expect([...new Uint8Array(await again.arrayBuffer())]).to.deep.equal([...bytes]);
      expect(at.text()).to.contain(Buffer.from(bytes).toString("base64"));
    }
  });

  for (const text of [
    '{"a":1,"b":[2]}',
    '{ "a": 1 }\n',
    '{"n":1.0}',
    '{"$lines":["a"]}',
    "",
    "[1",
    "\ufeff{}",
    '{"b":1,"a":2,"1":3}',
  ]) {
    it(`gives back a body of JSON byte for byte: ${JSON.stringify(text)}`, async () => {
      using at = temporary();
      const live = answering(() => new Response(text, { headers: { "content-type": "application/json" } }));
      const first = await (await recording(at.path, live)("http://h/x")).arrayBuffer();
      const again = await (await replaying(at.path)("http://h/x")).arrayBuffer();
      expect(Buffer.from(first).toString("hex")).to.equal(Buffer.from(text).toString("hex"));
      expect(Buffer.from(again).toString("hex")).to.equal(Buffer.from(text).toString("hex"));
    });
  }

  it("replays an answer without a body as one", async () => {
    using at = temporary();
    const live = answering(() => new Response(null, { status: 204 }));
    await recording(at.path, live)("http://h/x", { method: "DELETE" });
    const again = await replaying(at.path)("http://h/x", { method: "delete" });
    expect([again.status, again.body]).to.deep.equal([204, null]);
  });

  it("replays a connection that broke, before the answer or within it", async () => {
    using at = temporary();
    await using server = await serve((request, response) => {
      if (request.url === "/before") return void response.destroy();
      response.writeHead(200, { "content-type": request.url === "/json" ? "application/json" : "text/event-stream" });
      response.write('{"half":', () => setImmediate(() => response.destroy()));
    });
    const before = async (fetching: typeof fetch) => rejectionOf(fetching(`${server.url}before`));
    const within = async (fetching: typeof fetch, path: string) =>
      rejectionOf((await fetching(server.url + path)).text());
    const live = recording(at.path, fetch);
    const first = [await before(live), await within(live, "json"), await within(live, "stream")];
    const silent = replaying(at.path);
    const again = [await before(silent), await within(silent, "json"), await within(silent, "stream")];
    for (const [index, error] of again.entries()) {
      expect(error).to.be.instanceOf(TypeError);
      expect(String(error)).to.equal(String(first[index]));
      expect((error as Error).cause).to.include({ code: ((first[index] as Error).cause as { code: string }).code });
    }
  });

  it("breaks off a replayed stream when the caller's signal fires", async () => {
    using at = temporary();
    const headers = { "content-type": "text/event-stream" };
    const live = answering(() => new Response(streamOf([Buffer.from("a"), Buffer.from("b")]), { headers }));
    await (await recording(at.path, live)("http://h/x")).text();
    const controller = new AbortController();
    const response = await replaying(at.path)("http://h/x", { signal: controller.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    controller.abort(new Error("enough"));
    expect(String(await rejectionOf(reader.read().then(() => reader.read())))).to.equal("Error: enough");
  });

  it("tells requests apart by method, address and body, in whatever form they come", async () => {
    using at = temporary();
    const live = answering((input, init) => new Response(`${new Request(input).url} ${init?.method ?? ""}`));
    const form = new FormData();
    form.set("file", new File(["content"], "a.txt", { type: "text/plain" }));
    form.set("model", "m");
    const body = (chunk: string) => new Blob([chunk]).stream();
    const requests: Parameters<typeof fetch>[] = [
      ["http://h/x"],
      [new URL("http://h/y")],
      ["http://h/x", { method: "POST", body: '{"a":1}' }],
      ["http://h/x", { method: "POST", body: '{"a":2}' }],
      ["http://h/x", { method: "POST", body: new URLSearchParams({ a: "1" }) }],
      ["http://h/x", { method: "POST", body: form }],
      ["http://h/x", { method: "POST", body: Uint8Array.from([255, 1]) }],
      ["http://h/x", { method: "POST", body: body("streamed"), duplex: "half" }],
    ];
    const recorded = recording(at.path, live);
    const first: string[] = [];
    for (const request of requests) first.push(await (await recorded(...request)).text());
    requests[7] = ["http://h/x", { method: "POST", body: body("streamed"), duplex: "half" }];
    requests[2] = [new Request("http://h/x", { method: "POST", body: '{ "a": 1 }' })];
    const replayed = replaying(at.path);
    for (const at of [7, 2, 5, 0, 6, 3, 1, 4]) {
      const request = requests[at];
      expect(request === undefined ? "" : await (await replayed(...request)).text()).to.equal(first[at]);
    }
  });

  it("takes what is no option of a fetch for a part of the request", async () => {
    using at = temporary();
    const crawl = async (url: string, { depth }: { depth: number }) => `${url} ${String(depth)}`;
    const options = { cassette: cassetteAt(at.path, "record"), name: "fetch_page" };
    for (const depth of [1, 2]) await withCassette(crawl, options)("http://h/", { depth });
    const replay = withCassette(crawl, { ...options, cassette: cassetteAt(at.path, "replay") });
    expect(await replay("http://h/", { depth: 2 })).to.equal("http://h/ 2");
  });

  it("hands a body that can be read only once on to the real fetch", async () => {
    using at = temporary();
    await using server = await serve((request, response) => void request.pipe(response));
    const body = new Blob(["only once"]).stream();
    const echo = await recording(at.path, fetch)(server.url, { method: "POST", body, duplex: "half" });
    expect(await echo.text()).to.equal("only once");
  });

  it("leaves headers out of the request, but for those that are named", async () => {
    using at = temporary();
    const live = answering((_, init) => new Response(new Headers(init?.headers).get("openai-beta") ?? "none"));
    const options = { headers: ["OpenAI-Beta"] };
    const beta = (name: string) => ({
      headers: { "openai-beta": name, traceparent: `00-${name}`, "user-agent": name },
    });
    const recorded = recording(at.path, live, options);
    for (const name of ["a", "b"]) await (await recorded("http://h/x", beta(name))).text();
    const replayed = replaying(at.path, options);
    expect(await (await replayed("http://h/x", beta("b"))).text()).to.equal("b");
    expect(await (await replayed("http://h/x", beta("a"))).text()).to.equal("a");
    expect(at.text()).not.to.contain("traceparent");
  });

  it("rejects with what is missing", async () => {
    using at = temporary();
    const error = await rejectionOf(replaying(at.path)("http://h/x"));
    expect(error).to.include({ code: "not_recorded" });
  });
});
