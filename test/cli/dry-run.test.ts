import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { agentModule, goldensFile, Workspace } from "./workspace.js";

describe("rehearsal simulate --dry-run", () => {
  const workspace = new Workspace({
    "agent.mjs": agentModule,
    "throws.mjs": "throw new Error('was loaded');",
    "goldens.yaml": goldensFile,
    "prices.json": JSON.stringify({ "m-1": { inputPerMillion: 2, outputPerMillion: 8 } }),
  });
  after(() => workspace.remove());

  /** With a model that plays the users. */
  const withModel = (...argv: string[]) =>
    workspace.runWith(
      { env: { REHEARSAL_MODEL: "m-1", OPENAI_API_KEY: "none" } },
      "simulate",
      "goldens.yaml",
      "--dry-run",
      ...argv,
    );

  it("tells conversations, calls, tokens and price as ranges, with what they rest on", async () => {
    const { code, out } = await withModel("--prices", "prices.json", "--trials", "3", "--max-turns", "4");
    expect(out)
      .to.match(/^Nothing was called\. The run would take:\n/)
      .and.match(/^conversations +6$/m)
      .and.match(/^user turns +6 to 24$/m)
      .and.match(/^calls of the agent +6 to 24$/m)
      .and.match(/^calls of the users' model +0 to 18$/m)
      .and.match(/^ {2}its cost +0\.00 to 0\.0\d+$/m)
      .and.include("4 at most (--max-turns)")
      .and.include("played by m-1");
    expect(code).to.equal(0);
  });

  it("needs no agent, and loads none that is given; nothing is recorded", async () => {
    const { code, out, err } = await workspace.run(
      "simulate",
      "goldens.yaml",
      "-a",
      "throws.mjs",
      "--dry-run",
      "--json",
    );
    expect(err).to.equal("");
    expect(JSON.parse(out.trimEnd().split("\n").at(-1) ?? "")).to.deep.include({ conversations: 2, agentTokens: null });
    expect(code).to.equal(0);
    expect(existsSync(join(workspace.folder, ".rehearsal"))).to.equal(false);
  });

  it("says that a price is not known, and not that it is nothing", async () => {
    const { out } = await withModel();
    expect(out)
      .to.match(/^ {2}its cost +not known$/m)
      .and.include("No price is known for m-1");
  });
});
