import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { agent, goldens, prices } from "./paying-shop.js";
import { Workspace } from "./workspace.js";

describe("a run that is stopped", () => {
  let workspace: Workspace;
  const asked = (): string[] => {
    const file = join(workspace.folder, "asked.txt");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };
  const simulate = (...argv: string[]) => workspace.run("simulate", ...argv, "--user", "rules");
  const start = (...argv: string[]) => simulate("goldens.yaml", "-a", "agent.mjs", "-c", "1", ...argv);
  const json = (out: string) => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
  beforeEach(() => {
    workspace = new Workspace({ "agent.mjs": agent, "goldens.yaml": goldens(5), "prices.json": prices });
  });
  afterEach(() => workspace.remove());

  it("by a ceiling is incomplete, says which and how to go on, and has not failed", async () => {
    const { code, out } = await start("--max-tokens", "250", "--json");
    expect(out).to.match(
      /^INCOMPLETE +2 cases: 2 passed; the ceiling of 250 tokens for the run was reached \(--max-tokens; 300 spent\), 3 of 5 conversations are not finished/m,
    );
    expect(out).to.match(/^resume {2}npx rehearsal simulate --resume \S+ --max-tokens 500$/m);
    expect(json(out)).to.deep.include({ passed: false, complete: false });
    expect(code).to.equal(2);
    expect(asked()).to.have.lengthOf(3);
    const resumed = await simulate("--resume", "--max-tokens", "1000");
    expect(resumed.code).to.equal(0);
    expect(asked().sort()).to.deep.equal(["g0", "g1", "g2", "g3", "g4"]);
  });

  it("by a ceiling that came before anything had finished says just that", async () => {
    const { code, out } = await start("--max-tokens", "50");
    expect(out).to.match(
      /^INCOMPLETE {2}no conversation has finished; the ceiling of 50 tokens .*, 5 of 5 conversations are/m,
    );
    expect(out).to.not.include("g0");
    expect(code).to.equal(2);
  });

  it("tells a dry run what replies of the agent take", async () => {
    await start();
    const { out } = await simulate("goldens.yaml", "--dry-run", "--prices", "prices.json", "--max-turns", "2");
    expect(out)
      .to.match(/^calls of the agent +5 to 10\n {2}its tokens +500 to 1,000\n {2}its cost +5\.00 to 10\.00$/m)
      .and.match(/what one took on average in the run \d{8}T/);
    expect(asked()).to.have.lengthOf(5);
  });

  it("by a ceiling of cost goes by the price table, and says where that is not enough", async () => {
    const { out } = await start("--max-cost", "2.5", "--prices", "prices.json");
    expect(out).to.match(/the ceiling of 2\.50 for the run was reached \(--max-cost; 3\.00 spent\)/);
    expect(out).to.match(/resume .*--max-cost 5 --prices prices\.json$/m);
    const before = asked().length;
    const blind = await start("--max-cost", "2.5");
    expect(blind.out).to.match(
      /^INCOMPLETE {2}no conversation has finished; the ceiling of 2\.50 .* a call of "m-1" costs .*\(--max-cost\), 5 of 5/m,
    );
    expect(asked().length - before).to.equal(1);
    expect(blind.code).to.equal(2);
    const modelled = await workspace.runWith(
      { env: { REHEARSAL_MODEL: "user-m", REHEARSAL_BASE_URL: "http://127.0.0.1:9/v1" } },
      ...["simulate", "goldens.yaml", "-a", "agent.mjs", "--max-cost", "5", "--prices", "prices.json"],
    );
    expect(modelled.err).to.match(/--max-cost would be no ceiling: the model "user-m"/);
    expect(modelled.code).to.equal(2);
  });
});
