import { expect } from "chai";
import { agentModule, goldensFile, withoutModels, Workspace } from "./workspace.js";

describe("rehearsal simulate --json", () => {
  withoutModels();
  let workspace: Workspace;
  before(() => {
    workspace = new Workspace({ "agent.mjs": agentModule, "goldens.yaml": goldensFile });
  });
  after(() => workspace.remove());
  const simulate = (...argv: string[]) => workspace.run("simulate", ...argv);

  it("has in its JSON all that the report says", async () => {
    const argv = ["goldens.yaml", "--agent", "agent.mjs", "--no-record", "--trials", "2", "--json"];
    const { out } = await simulate(...argv);
    const lines = out.trimEnd().split("\n");
    const summary = JSON.parse(lines.pop() ?? "") as { results: { replay?: string; turns?: unknown[] }[] };
    expect(summary).to.deep.include({
      dataset: "goldens.yaml",
      agent: "agent.mjs",
      users: "played by rules (AgendaUser)",
      seed: "0",
    });
    expect(summary).to.have.nested.property("rates.goldens[1]").that.includes({ name: "hears-nothing", successes: 0 });
    const [passed, failed] = [summary.results[0], summary.results[2]];
    expect(failed).to.have.nested.property("blame.party", "agent");
    expect(failed).to.have.nested.property("metrics[0].details[0]").that.includes("never said");
    expect(failed).to.include({ goldenId: "hears-nothing", trial: 1, turnCount: failed?.turns?.length });
    expect(lines.join("\n")).to.include(`replay  ${failed?.replay ?? "none"}\n`);
    expect(passed).to.not.have.any.keys("turns", "replay", "blame");
    const bare = (await simulate(...argv, "--conversations", "none")).out.trimEnd().split("\n").at(-1) ?? "";
    expect(bare).to.not.include('"turns":');
  });
});
