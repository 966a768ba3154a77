import { expect } from "chai";
import { isSecretName } from "../../../src/models/cassette/secret-names.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import type { LanguageModel } from "../../../src/models/language-model.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

/** A service that gives a token, and wants it back in every way there is. */
async function service(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const { url } = new Request(input);
  if (url.endsWith("/login")) {
    const headers = { "x-session": "S3cretHeader1", location: "/next?session=S3cretQuery1", "x-page-count": "3" };
    return Response.json({ access_token: "S3cretToken1", jwt: "S3cretJwt99", password: "S3cretPass1" }, { headers });
  }
  return Response.json({ url, body: typeof init?.body });
}

/** What an agent does with it. */
async function flow(fetching: typeof fetch): Promise<string[]> {
  const login = await fetching("http://h/login", {
    method: "POST",
    body: "client_secret=S3cretForm1&password=S3cretForm2",
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const said = [login.headers.get("x-page-count") ?? "none"];
  const calls: Parameters<typeof fetch>[] = [
    [`http://h/a/${token}/b`],
    [`http://h/a?t=${encodeURIComponent(token)}`],
    ["http://h/a", { method: "POST", body: JSON.stringify({ text: `with ${token} in it` }) }],
    ["http://h/a", { method: "POST", body: new URLSearchParams({ passport: token }) }],
  ];
  for (const call of calls) said.push(String((await fetching(...call)).status));
  return said;
}

describe("what a cassette leaves out", () => {
  for (const name of ["fetch", "net"])
    it(`is passed on by a program that logs in, and is found again (a function named ${name})`, async () => {
      using at = temporary();
      const first = await flow(withCassette(service, { cassette: cassetteAt(at.path, "record"), name }));
      expect(at.text()).not.to.match(/S3cret/);
      const replay = withCassette(unreachable as typeof fetch, { cassette: cassetteAt(at.path, "replay"), name });
      expect(await flow(replay)).to.deep.equal(first);
    });

  it("is the same for a function as for a fetch", async () => {
    using at = temporary();
    const call = async function call(_: object) {
      return { pwd: "S3cretPwd1", note: 'see {"token": "S3cretInText1"} and postgres://u:S3cretDb1@h/d' };
    };
    const args = {
      accessKey: "S3cret1",
      pin: 123456,
      credentials: { user: "kim", pass: "S3cret2" },
      auth: ["kim", "S3cret3"],
      headers: { "X-Vault-Token": "S3cret4", "x-anything": "S3cret5", accept: "text/plain" },
      dsn: "Server=h;Password=S3cret6;",
      url: "https://u:S3cret7@h/bot123456:S3cretBot8/x?auth=S3cret9",
    };
    await withCassette(call, { cassette: cassetteAt(at.path, "record") })(args);
    expect(at.text()).not.to.match(/S3cret|123456[^:]/);
    expect(at.text()).to.contain("kim").and.to.contain("text/plain");
    const replay = withCassette(unreachable, { cassette: cassetteAt(at.path, "replay"), name: "call" }) as typeof call;
    expect(await replay(args)).to.have.property("pwd", "[redacted]");
  });

  it("may be short: what is passed on in a text is found again", async () => {
    using at = temporary();
    const make = (mode: "record" | "replay") => {
      const options = { cassette: cassetteAt(at.path, mode) };
      const login = withCassette(async () => ({ pin: 1234, token: "ab1" }), { ...options, name: "login" });
      const say = withCassette(async (text: string) => text.length, { ...options, name: "say" });
      return async () => {
        const { pin, token } = await login();
        return [await say(`${token}.`), await say(JSON.stringify({ got: { pin } }))];
      };
    };
    const first = await make("record")();
    expect(await make("replay")()).to.deep.equal(first);
  });

  it("is nothing that a model says or is told, whatever it is called", async () => {
    using at = temporary();
    const args = { pin: "4711-0815", password: "of-the-caller-1", url: "https://h/?code=SAVE10" };
    const answer = {
      text: "My password=hunter2 and ?code=SAVE10",
      toolCalls: [{ id: "1", name: "verify", arguments: args }],
      usage: { inputTokens: 1, outputTokens: 1 },
    };
    const model: LanguageModel = { id: "m", generate: async () => answer };
    const request = {
      messages: [
        { role: "user" as const, content: '{"pin":"4711-0815"}' },
        { role: "assistant" as const, content: "", toolCalls: answer.toolCalls },
      ],
    };
    const ask = (cassette: ReturnType<typeof cassetteAt>, asked: LanguageModel) =>
      withCassette(asked, { cassette }).generate(request);
    await ask(cassetteAt(at.path, "record"), model);
    const silent: LanguageModel = { id: "m", generate: unreachable };
    expect(await ask(cassetteAt(at.path, "replay"), silent)).to.deep.equal(answer);
    expect(at.text()).not.to.contain("redacted");
  });

  it("is nothing that a provider of models says either", async () => {
    using at = temporary();
    const chat = {
      choices: [
        { message: { role: "assistant", tool_calls: [{ function: { name: "v", arguments: '{"pin":"4711-0815"}' } }] } },
      ],
    };
    const live = async () => Response.json(chat);
    const ask = async (cassette: ReturnType<typeof cassetteAt>, fetching: typeof fetch) => {
      const body = JSON.stringify({
        model: "m",
        messages: [{ role: "user", content: '"pin": "4711"' }],
        apiKey: "S3cret1",
      });
      const response = await withCassette(fetching, { cassette, name: "fetch" })("http://h/v1", {
        method: "POST",
        body,
      });
      return response.json();
    };
    await ask(cassetteAt(at.path, "record"), live);
    expect(at.text()).not.to.contain("S3cret1");
    expect(await ask(cassetteAt(at.path, "replay"), unreachable)).to.deep.equal(chat);
  });

  it("is nothing that stands in the golden", async () => {
    using at = temporary();
    const cassette = cassetteAt(at.path, "record", {}, { isPlain: (text) => ["4711", "blue-42"].includes(text) });
    const verify = withCassette(async (asked: object) => asked, { cassette, name: "verify" });
    await verify({ pin: "4711", password: "blue-42", token: "S3cret1" });
    expect(at.text()).to.contain("4711").and.to.contain("blue-42").and.not.to.contain("S3cret1");
  });

  const secret =
    "password userPassword db_password new-password PASSWORD_CONFIRMATION pwd pin card_pin pinCode token accessToken id_token jwt apiKey api_key x-api-key API_KEY accessKey secretAccessKey clientSecret secret privateKey Authorization credentials connectionString X-Vault-Token Ocp-Apim-Subscription-Key auth otp cvv";
  const plain =
    "max_tokens tokens total_tokens next_page_token pageToken stop_token pinned spin shipping passenger compass author authority secretary key keys monkey public_key cookie signature code id session name password_length tokenizer";
  it("goes by the words of a name", () => {
    expect(secret.split(" ").filter((name) => !isSecretName(name))).to.deep.equal([]);
    expect(plain.split(" ").filter((name) => isSecretName(name))).to.deep.equal([]);
  });

  it("keeps where a redirect led, and that it did", async () => {
    using at = temporary();
    const live = async () =>
      Object.defineProperties(new Response("x"), { redirected: { value: true }, url: { value: "http://h/end" } });
    const first = await withCassette(live as typeof fetch, { cassette: cassetteAt(at.path, "record"), name: "fetch" })(
      "http://h/",
    );
    const silent = withCassette(unreachable as typeof fetch, {
      cassette: cassetteAt(at.path, "replay"),
      name: "fetch",
    });
    await first.text();
    for (const response of [first, await silent("http://h/")])
      expect(response).to.include({ url: "http://h/end", redirected: true });
  });
});
