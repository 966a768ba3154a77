import { AssertionError } from "node:assert";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { assertTest } from "../../src/evaluation/assert-test.js";
import { fuzz } from "../../src/fuzz/fuzz.js";
import { replay } from "../../src/fuzz/replay.js";
import { scriptOf } from "../../src/simulator/script/script.js";
import { scriptUser } from "../../src/simulator/script/script-user.js";
import { EvaluationDataset } from "../../src/golden/evaluation-dataset.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { agentWith, errorOf, golden, shop } from "./shop.js";

describe("what fuzz found, held again", () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "rehearsal-fuzz-"));
    file = join(folder, "found.yaml");
  });
  afterEach(() => rm(folder, { recursive: true }));
  const find = (bug: Parameters<typeof agentWith>[0]) =>
    fuzz({ agent: agentWith(bug), golden, environment: shop, seed: "7", runs: 40, save: file });

  it("fails again from its file, faults included, and passes once the agent is mended", async () => {
    const { violations } = await find("claims-anyway");
    expect(violations.map(({ script }) => script.faults.length)).to.deep.equal([1]);
    const again = await replay({ agent: agentWith("claims-anyway"), environment: shop, file });
    expect(again.violations.map(({ invariant, message }) => [invariant, message])).to.deep.equal(
      violations.map(({ invariant, message }) => [invariant, message]),
    );
    expect(() => again.assertNoViolations()).to.throw(AssertionError, "refund_order had failed");
    (await replay({ agent: agentWith(), environment: shop, file })).assertNoViolations();
  });

  it("is a golden like any other, that a simulator holds and assertTest fails", async () => {
    await find("skips-consent");
    const { conversationalGoldens } = await EvaluationDataset.load(file);
    expect(conversationalGoldens.map(({ id }) => id)).to.deep.equal([
      "broken-headphones-fuzz-no-unconfirmed-calls-refund_order",
    ]);
    const simulator = new ConversationSimulator({
      agent: agentWith("skips-consent"),
      environment: shop,
      user: scriptUser,
    });
    const [testCase] = await simulator.simulate({ conversationalGoldens });
    const error = await errorOf(assertTest({ testCase }));
    expect(error).to.be.instanceOf(AssertionError);
    expect(error.message).to.include("refund_order was called before the user agreed");
  });

  it("adds to the file what is new, and leaves the rest", async () => {
    const mine = { id: "mine", input: "Can I return shoes?" };
    await new EvaluationDataset([mine]).save(file);
    await find("skips-consent");
    await find("leaks");
    await find("skips-consent");
    const { goldens } = await EvaluationDataset.load(file);
    expect(goldens.map(({ id }) => id)).to.deep.equal([
      "mine",
      "broken-headphones-fuzz-no-unconfirmed-calls-refund_order",
    ]);
  });

  it("reads scripts that people write", () => {
    const written = { id: "w", metadata: { script: { turns: ["Hello", { react: true }] } } } as const;
    expect(scriptOf(written)).to.deep.equal({ turns: [{ say: "Hello" }, { react: true }], faults: [], seed: 0 });
    expect(scriptOf({ id: "none" })).to.equal(undefined);
    const slip = { id: "s", metadata: { script: { lines: ["Hello"] } } } as const;
    expect(() => scriptOf(slip)).to.throw('the script of golden "s" (metadata.script)');
  });

  it("says which goldens there are, where none is the one to hold", async () => {
    await find("skips-consent");
    const error = await errorOf(replay({ agent: agentWith(), environment: shop, file, only: "nope" }));
    expect(error.message).to.include('there is no golden "nope"; there are broken-headphones-fuzz-');
    const scriptless = await errorOf(replay({ agent: agentWith(), golden }));
    expect(scriptless.message).to.include('golden "broken-headphones" carries no script');
  });

  it("shows the least conversation, where it comes from, and how to hold it again", async () => {
    const result = await find("skips-consent");
    const error = await errorOf(Promise.resolve().then(() => result.assertNoViolations()));
    expect(error).to.be.instanceOf(AssertionError);
    const lines = error.message.split("\n").map((line) => line.trim());
    expect(lines[0]).to.equal("refund_order was called before the user agreed  (no-unconfirmed-calls, turn 2, call 1)");
    expect(error.message).to.match(/user {7}1 {2}.*A-1042/i);
    expect(error.message).to.match(
      /found: {3}run \d+ of 40, seed 7, .*shrunk (?:from \d+ user turns to 1|within its one user turn) in \d+ conversations/,
    );
    expect(error.message).to.include(`(await replay({ agent, environment, file: ${JSON.stringify(file)}, only: `);
  });

  it("says how it is held again, with all that it takes, and nothing of limits that do not apply", async () => {
    const [found] = (await find("claims-anyway")).violations;
    const again = await replay({ agent: agentWith("claims-anyway"), environment: shop, file });
    const line = `(await replay({ agent, environment, file: ${JSON.stringify(file)}, only: ${JSON.stringify(found?.golden.id)} })).assertNoViolations();`;
    expect([found?.replay, again.violations[0]?.replay]).to.deep.equal([line, line]);
    expect(() => again.assertNoViolations())
      .to.throw(AssertionError)
      .with.property("message")
      .that.includes(line)
      .and.does.not.include("maxShrinkCalls");
  });

  it("adds a second conversation of the same fault, and the same one once", async () => {
    const options = { agent: agentWith("claims-anyway"), golden, environment: shop, runs: 40, save: file };
    await fuzz({ ...options, seed: "7" });
    await fuzz({ ...options, seed: "7" });
    const idsOf = async () => (await EvaluationDataset.load(file)).goldens.map(({ id }) => id);
    const [first = "", ...others] = await idsOf();
    expect(others).to.deep.equal([]);
    const { violations } = await fuzz({ ...options, seed: "7", maxShrinkCalls: 0 });
    expect(await idsOf()).to.deep.equal([first, `${first}-2`]);
    expect(violations[0]?.replay).to.include(`${first}-2`);
    expect((await replay({ agent: agentWith("claims-anyway"), environment: shop, file })).violations).to.have.length(2);
  });
});
