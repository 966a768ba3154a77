import { expect } from "chai";
import { Workspace } from "../workspace.js";

const agent = `
export default async ({ input }) => {
  if (input === "break") throw new Error("no key");
  return "You said: " + input;
};
`;

describe("rehearsal doctor", () => {
  let workspace: Workspace;
  before(() => void (workspace = new Workspace({ "agent.mjs": agent })));
  after(() => workspace.remove());

  const found = async (...argv: string[]) => {
    const { out } = await workspace.run("doctor", "--json", ...argv);
    const { checks } = JSON.parse(out) as { checks: { name: string; status: string; found: string }[] };
    return (name: string) => checks.find((check) => check.name === name);
  };

  it("speaks with an agent only where one is named", async () => {
    const check = await found();
    expect(check("content capture")).to.include({ status: "ok" });
    expect(check("agent")).to.equal(undefined);
  });

  it("tells what the trace of the agent shows, and what to do where that is nothing", async () => {
    const { out, code } = await workspace.run("doctor", "--agent", "agent.mjs", "--input", "hi");
    expect(out).to.match(/✓ agent +answered "You said: hi"/);
    expect(out).to.match(/✗ tools called +nothing was recorded/);
    expect(code).to.equal(1);
  });

  it("says of an agent that fails just that, since nothing else can be told", async () => {
    const { out, code } = await workspace.run("doctor", "--agent", "agent.mjs", "--input", "break");
    expect(out)
      .to.match(/✗ agent +The agent .*no key/)
      .and.not.match(/turn \d|Golden|✗ (tools called|retrieved)/);
    expect(code).to.equal(1);
  });

  it("refuses words for an agent that is not named", async () => {
    const { out, err, code } = await workspace.run("doctor", "--input", "hi");
    expect(out + err).to.include("--input is what is said to the agent: name that with --agent <module>");
    expect(code).to.equal(2);
  });

  it("goes on where the agent fails or is not there", async () => {
    expect((await found("--agent", "agent.mjs", "-i", "break"))("agent")?.found).to.include("no key");
    const check = await found("--agent", "nobody.mjs");
    expect(check("agent")?.found).to.include("there is no file");
    expect(check("Node")).to.include({ status: "ok" });
  });
});
