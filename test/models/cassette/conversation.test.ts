import { expect } from "chai";
import OpenAI from "openai";
import { CassetteDirectory } from "../../../src/models/cassette/cassette-directory.js";
import type { CassetteMode } from "../../../src/models/cassette/mode.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { ScriptedModel } from "../../../src/models/scripted-model.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { LanguageModelUser } from "../../../src/simulator/users/language-model-user.js";
import { startOpenAIServer } from "../../support/openai-server.js";
import { KEY } from "../support.js";
import { temporary, unreachable } from "./support.js";

const goldens = ["kim", "lee"].map((id) => ({ id, scenario: `${id} wants a refund.`, opening: `Hi, I am ${id}.` }));

/** Each conversation with a cassette of its own; agent and user know nothing of it but that they are wrapped. */
async function simulate(directory: string, mode: CassetteMode, baseURL: string) {
  const live = mode === "replay" ? (unreachable as typeof fetch) : fetch;
  const client = new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0, fetch: withCassette(live, { name: "fetch" }) });
  const model = withCassette(new ScriptedModel((_, index) => `Message ${String(index)}.`));
  const simulator = new ConversationSimulator({
    user: new LanguageModelUser({ model }),
    agent: async ({ turns, threadId }) => {
      const messages = turns.map(({ role, content }) => ({ role, content }));
      const { choices } = await client.chat.completions.create({ model: "m", messages, user: threadId });
      return choices[0]?.message.content ?? "";
    },
  });
  const cassettes = new CassetteDirectory({ directory, mode }, { env: {} });
  const cases = await Promise.all(
    goldens.map(async (golden) => {
      const cassette = cassettes.cassetteFor(golden.id);
      const [testCase] = await cassette.run(() =>
        simulator.simulate({ conversationalGoldens: [golden], maxUserSimulations: 3 }),
      );
      expect([cassette.unused(), cassette.misses]).to.deep.equal([[], []]);
      return testCase;
    }),
  );
  return cases.map((testCase) => testCase?.turns.map(({ role, content }) => `${role}: ${content}`));
}

describe("conversations with a cassette each", () => {
  it("are held again word for word, at the same time, without a server", async () => {
    using at = temporary();
    const server = await startOpenAIServer(({ index }) => `Reply ${String(index)}.`);
    const first = await simulate(at.directory, "record", server.baseURL);
    await server.close();
    expect(first.flat().filter((line) => line?.includes("Reply"))).to.have.length(6);
    expect(await simulate(at.directory, "replay", server.baseURL)).to.deep.equal(first);
  });
});
