import { expect } from "chai";
import { RehearsalError } from "../../../src/errors.js";
import type { LanguageModel, ModelRequest } from "../../../src/models/language-model.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { askModel } from "../../../src/simulator/ceiling/ask-model.js";
import type { ModelSpending } from "../../../src/simulator/ceiling/spending.js";
import { cassetteAt, temporary, unreachable } from "../../models/cassette/support.js";
import { rejectionOf } from "../../support/rejection.js";

const request: ModelRequest = { messages: [{ role: "user", content: "Hi" }] };
const usage = { inputTokens: 20, outputTokens: 10 };
const failing = (error: Error): LanguageModel => ({ id: "m", generate: () => Promise.reject(error) });

async function spentBy(model: LanguageModel): Promise<readonly ModelSpending[]> {
  const told: ModelSpending[] = [];
  await rejectionOf(askModel(model, request, (each) => told.push(each)));
  return told;
}

describe("askModel", () => {
  const useless = failing(new RehearsalError("model_failed", "m gave no JSON.", { usage }));

  it("tells what an answer of no use spent", async () => {
    expect(await spentBy(useless)).to.deep.equal([{ model: "m", ...usage }]);
  });

  it("tells nothing of a request that was not answered", async () => {
    expect(await spentBy(failing(new RehearsalError("model_failed", "m could not be reached.")))).to.deep.equal([]);
    expect(await spentBy(failing(new Error("boom")))).to.deep.equal([]);
  });

  it("tells in a replay what was recorded, as costing nothing", async () => {
    using at = temporary();
    await spentBy(withCassette(useless, { cassette: cassetteAt(at.path, "record") }));
    const silent: LanguageModel = { id: "m", generate: unreachable };
    const replayed = await spentBy(withCassette(silent, { cassette: cassetteAt(at.path, "replay") }));
    expect(replayed).to.deep.equal([{ model: "m", ...usage, replayed: true }]);
  });
});
