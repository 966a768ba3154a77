import { createServer, type Server } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import { ToolError } from "../../../src/environment/index.js";
import { withCassette, type CassetteMode } from "../../../src/models/index.js";
import { hurl } from "../../simulator/support.js";
import { rejectionOf } from "../../support/rejection.js";

describe("what failed when it was recorded", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "outages-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const path = () => join(folder, "c.json");

  /** One run of its own over the file: what `real` gives to each of the requests, which are equal. */
  async function run(mode: CassetteMode, times: number, real: () => Promise<unknown>) {
    let asked = 0;
    const wrapped = withCassette(
      async (_: string) => {
        asked += 1;
        return real();
      },
      { path: path(), mode, name: "lookup" },
    );
    const got: unknown[] = [];
    for (let time = 0; time < times; time++) {
      try {
        got.push(await wrapped("A-1"));
      } catch (error) {
        got.push(error instanceof Error ? error.message : error);
      }
    }
    return { got, asked };
  }
  const fail = (error: unknown) => async () => hurl(error);

  for (const error of [
    Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
    new TypeError("fetch failed", { cause: Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }) }),
    Object.assign(new Error("401 no such key"), { status: 401 }),
    new RehearsalError("model_failed", "m: HTTP 503"),
    new RehearsalError("timeout", "too late"),
    "a text",
  ]) {
    const shown = error instanceof Error ? error.message : error;
    it(`is asked anew by auto, replayed by replay, and replaced in its place: ${shown}`, async () => {
      expect((await run("auto", 1, fail(error))).got).to.deep.equal([shown]);
      expect(await run("replay", 1, fail("asked"))).to.deep.equal({ got: [shown], asked: 0 });
      expect(await run("auto", 1, async () => "well again")).to.deep.equal({ got: ["well again"], asked: 1 });
      expect(await run("auto", 1, fail("asked"))).to.deep.equal({ got: ["well again"], asked: 0 });
      expect(await run("replay", 1, fail("asked"))).to.deep.equal({ got: ["well again"], asked: 0 });
      expect((JSON.parse(readFileSync(path(), "utf8")) as { recordings: unknown[] }).recordings).to.have.lengthOf(1);
    });
  }

  it("is an answer where a tool failed as part of its world, or a model was paid for what was of no use", async () => {
    for (const error of [
      new ToolError("there is no such order"),
      new RehearsalError("model_failed", "refused", { usage: { inputTokens: 4, outputTokens: 1 } }),
    ]) {
      rmSync(path(), { force: true });
      await run("auto", 1, fail(error));
      expect(await run("auto", 1, async () => "other")).to.deep.equal({ got: [error.message], asked: 0 });
    }
  });

  it("gives way to the answer that an equal request got when it was tried again", async () => {
    let time = 0;
    const flaky = async () => (++time === 1 ? Promise.reject(new Error("503")) : `answer ${String(time)}`);
    expect((await run("auto", 3, flaky)).got).to.deep.equal(["503", "answer 2", "answer 3"]);
    expect(await run("auto", 2, fail("asked"))).to.deep.equal({ got: ["answer 2", "answer 3"], asked: 0 });
    expect((await run("replay", 3, fail("asked"))).got).to.deep.equal(["503", "answer 2", "answer 3"]);
    expect(await run("auto", 3, async () => "new")).to.deep.equal({ got: ["answer 2", "answer 3", "new"], asked: 1 });
  });

  describe("of a server", () => {
    let server: Server;
    let answers: (readonly [number, string])[];
    let asked: number;
    beforeEach(async () => {
      [answers, asked] = [[], 0];
      server = createServer((_, response) => {
        asked += 1;
        const [status, text] = answers.shift() ?? [200, '{"ok":true}'];
        response.writeHead(status, { "content-type": "application/json" });
        if (text === "cut") response.write('{"o', () => response.destroy());
        else response.end(text);
      });
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    });
    afterEach(() => new Promise((closed) => server.close(closed)));

    const ask = async (mode: CassetteMode) => {
      const port = String((server.address() as AddressInfo).port);
      const get = withCassette(fetch, { path: path(), mode });
      const response = await get(`http://127.0.0.1:${port}/orders`);
      return [response.status, await response.text()];
    };

    for (const status of [401, 402, 403, 408, 429, 500, 503]) {
      it(`is asked anew: HTTP ${String(status)}`, async () => {
        answers = [[status, '{"error":"no"}']];
        expect(await ask("auto")).to.deep.equal([status, '{"error":"no"}']);
        expect(await ask("replay")).to.deep.equal([status, '{"error":"no"}']);
        expect(await ask("auto")).to.deep.equal([200, '{"ok":true}']);
        expect(await ask("auto")).to.deep.equal([200, '{"ok":true}']);
        expect(asked).to.equal(2);
      });
    }

    it("is no failure where the request was wrong, or what it asks for is not there", async () => {
      for (const status of [400, 404, 422]) {
        rmSync(path(), { force: true });
        answers = [[status, '{"error":"no"}']];
        await ask("auto");
        expect(await ask("auto")).to.deep.equal([status, '{"error":"no"}']);
      }
      expect(asked).to.equal(3);
    });

    it("is asked anew where the answer broke off", async () => {
      answers = [[200, "cut"]];
      expect(await rejectionOf(ask("auto"))).to.be.instanceOf(Error);
      expect(await ask("auto")).to.deep.equal([200, '{"ok":true}']);
    });
  });
});
