import { expect } from "chai";
import { redactor } from "../../../src/models/cassette/secrets.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

const keys = {
  openai: "sk-proj-Ab12Cd34Ef56Gh78",
  ofEnvironment: "0123-abcdef/value+x",
  google: "AIzaSyA1234567890abcdefghijklmnopqrstuv",
  github: "ghp_0123456789abcdefghijklmnopqrstuvwxyz",
  jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
  header: "private-gateway-key",
};
const env = { GATEWAY_API_KEY: keys.ofEnvironment, HOME: "/home/somebody", OLLAMA_API_KEY: "ollama" };

describe("secrets in a cassette", () => {
  it("are never written, wherever they stand", async () => {
    using at = temporary();
    const everywhere = Object.values(keys).join(" and ");
    const live = async function fetch() {
      const body = { error: { message: `Incorrect key ${everywhere}` }, password: "hunter2-hunter2" };
      return Response.json(body, {
        status: 401,
        headers: { "set-cookie": "s=1", "x-auth-token": "t-1234567", "x-said": keys.openai },
      });
    };
    const cassette = cassetteAt(at.path, "record", { headers: ["authorization", "x-plain"] }, { env });
    await withCassette(live as typeof fetch, { cassette })(
      `http://h/x?api_key=abcdefgh&q=${encodeURIComponent(keys.ofEnvironment)}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${keys.header}`, "x-api-key": keys.header, "x-plain": keys.openai },
        body: JSON.stringify({ apiKey: "any text", [keys.openai]: 1, messages: [{ content: everywhere }] }),
      },
    );
    const tool = async function tool(_: object) {
      throw Object.assign(new Error(everywhere), {
        access_token: "any token",
        bytes: Buffer.from(`\u00ff${keys.openai}\u0000`),
      });
    };
    await rejectionOf(withCassette(tool, { cassette })({ note: everywhere, client_secret: "any secret" }));
    const text = at.text();
    const base64 = (text.match(/[A-Za-z\d+/]{16,}={0,2}/g) ?? []).map((each) =>
      Buffer.from(each, "base64").toString("latin1"),
    );
    const never = [
      ...Object.values(keys),
      encodeURIComponent(keys.ofEnvironment),
      "hunter2",
      "any text",
      "any token",
      "any secret",
      "s=1",
      "t-1234567",
      "abcdefgh&",
    ];
    for (const secret of never) {
      expect(text).not.to.contain(secret);
      expect(base64.join("\n")).not.to.contain(secret);
    }
    expect(text).to.contain("Incorrect key [redacted] and [redacted]");
  });

  it("are found again by another key, since requests are compared without them", async () => {
    using at = temporary();
    const call = async (key: string, cassette: ReturnType<typeof cassetteAt>, live: typeof fetch) =>
      (
        await withCassette(live, { cassette, name: "fetch" })("http://h/x", {
          method: "POST",
          body: `{"key":"${key}","n":1}`,
        })
      ).text();
    const live = async () => new Response("yes");
    await call(keys.openai, cassetteAt(at.path, "record"), live);
    const replay = cassetteAt(at.path, "replay");
    expect(await call("sk-another-0123456789", replay, unreachable)).to.equal("yes");
  });

  it("are those that are named besides, as texts and as patterns", async () => {
    using at = temporary();
    const tool = async function tool(text: string) {
      return text;
    };
    const cassette = cassetteAt(at.path, "record", { redact: ["a.b", /\bEMP-\d+/] });
    expect(await withCassette(tool, { cassette })("a.b axb EMP-1 EMP-2")).to.equal("a.b axb EMP-1 EMP-2");
    expect(at.text()).to.contain('"[redacted] axb [redacted] [redacted]"').and.not.to.contain("EMP-");
  });

  it("are what lets somebody into a session or pays, under any spelling of its name", () => {
    const { text, tree } = redactor([], { env });
    for (const name of ["session_id", "sessionId", "PHPSESSID", "pw", "db_pw", "card_number", "cardNumber", "cvv2"]) {
      expect(tree({ [name]: "hush-1" }), name).to.deep.equal({ [name]: "[redacted]" });
      expect(text(`http://h/x?${name}=hush-1&q=1`), name).to.equal(`http://h/x?${name}=[redacted]&q=1`);
    }
    const plain = { pwa: "yes", card: "Visa", card_count: 3, session: 4, session_count: 2, upw: "no", numbers: [1] };
    expect(tree(plain)).to.deep.equal(plain);
  });

  it("leave alone what only looks like one", () => {
    const { text, tree } = redactor([], { env });
    for (const plain of [
      "a task-management-system",
      "risk-assessment",
      "ask ollama",
      "the bearer came",
      "sk-1",
      "Basic plan",
    ])
      expect(text(plain)).to.equal(plain);
    const plain = {
      logprobs: [{ token: "Hello", logprob: -1 }],
      max_tokens: 5,
      cookie: "chocolate",
      next_page_token: "p2",
    };
    expect(tree(plain)).to.deep.equal(plain);
  });

  it("may cover several pieces of a stream", () => {
    const { pieces } = redactor();
    const secret = "sk-proj-Ab12Cd34Ef56";
    expect(pieces(["key: sk", "-proj-", "Ab12Cd34", "Ef56 done", " ok"])).to.deep.equal([
      "key: [redacted]",
      "",
      "",
      " done",
      " ok",
    ]);
    expect(pieces([`a ${secret} b ${secret}`, " c"])).to.deep.equal(["a [redacted] b [redacted]", " c"]);
    expect(pieces([])).to.deep.equal([]);
  });

  it("are redacted once: a second time changes nothing", () => {
    const { text } = redactor([], { env });
    for (const given of [`Bearer ${keys.openai}`, `?key=${keys.google}&x`, `x=${keys.jwt}`])
      expect(text(text(given))).to.equal(text(given));
  });
});
