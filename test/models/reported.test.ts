import { readFileSync } from "node:fs";
import { expect } from "chai";
import { RehearsalError } from "../../src/errors.js";
import type { OpenAIModelOptions } from "../../src/models/openai-options.js";
import type { Behaviour } from "../support/openai-server.js";
import { ask, askForVerdict, modelAt } from "./support.js";

interface Reported {
  readonly report: string;
  readonly says: string;
  readonly input: {
    readonly behaviours: readonly Behaviour[];
    readonly options?: OpenAIModelOptions;
    /** Ask for a verdict in JSON. */
    readonly json?: boolean;
    readonly then?: "wait 60000 ms" | "abort in the wait";
  };
  readonly expected: {
    readonly requests: number;
    readonly json?: unknown;
    readonly waitedMs?: number;
    readonly error?: { readonly code: string; readonly message: string };
  };
}

const names = [
  "promptfoo-promptfoo-1970",
  "vibrantlabsai-ragas-2981",
  "Mercor-Intelligence-archipelago-132",
  "ggml-org-llama.cpp-10732",
  "openai-openai-node-1825",
  "openai-openai-node-1840",
  "openai-openai-node-2580",
  "langwatch-langwatch-1975",
];

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Reported;

describe("reported of models and their clients", () => {
  for (const { report, says, input, expected } of names.map(read)) {
    it(`${report}: ${says}`, async () => {
      await using at = await modelAt(input.behaviours, input.options);
      const caller = new AbortController();
      const request = input.json === true ? askForVerdict() : ask();
      const answered = at.model.generate({ ...request, signal: caller.signal }).catch((error: unknown) => error);
      if (input.then === "wait 60000 ms") {
        await at.server.received(1);
        await at.clock.advance(60_000);
      } else if (input.then === "abort in the wait") {
        await at.clock.whenPending(2);
        caller.abort(new Error("stop retrying"));
      }
      const answer = await answered;
      if (expected.error === undefined) expect(answer).to.deep.include({ json: expected.json });
      else expect(answer).to.be.instanceOf(RehearsalError).and.include(expected.error);
      expect(at.server.requests).to.have.length(expected.requests);
      if (expected.waitedMs !== undefined) expect(at.clock.now()).to.equal(expected.waitedMs);
    });
  }
});
