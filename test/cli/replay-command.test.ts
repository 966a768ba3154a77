import { expect } from "chai";
import { replayCommand } from "../../src/cli/replay-command.js";

const request = { dataset: "goldens.yaml", agent: "./agent.ts", goldenId: "in-a-hurry", seed: "7f3a", options: {} };

describe("replayCommand", () => {
  it("runs one golden with its seed", () => {
    expect(replayCommand(request)).to.equal(
      "npx rehearsal simulate goldens.yaml --agent ./agent.ts --only in-a-hurry --seed 7f3a",
    );
  });

  it("carries over the options that change what happens", () => {
    const options = { trials: "3", "max-turns": undefined };
    expect(replayCommand({ ...request, options })).to.match(/--seed 7f3a --trials 3$/);
  });

  it("quotes for the shell", () => {
    const command = replayCommand({ ...request, dataset: "my goldens.yaml", goldenId: "it's $HOME" });
    expect(command).to.include("simulate 'my goldens.yaml'").and.include(`--only 'it'\\''s $HOME'`);
  });
});
