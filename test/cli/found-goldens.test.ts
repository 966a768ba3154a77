import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { fuzz } from "../../src/fuzz/fuzz.js";
import { agentWith, golden, shop, type Bug } from "../fuzz/shop.js";
import { withoutModels, Workspace } from "./workspace.js";

const shopUrl = pathToFileURL(join(process.cwd(), "test/fuzz/shop.ts")).href;
const module = (bug?: Bug) => `
import { agentWith, shop } from ${JSON.stringify(shopUrl)};
export const environment = shop;
export default agentWith(${JSON.stringify(bug) ?? ""});
`;
const scripted = `
- id: by-script
  scenario: Somebody counts.
  opening: This is not said.
  mustCommunicate: [last]
  metadata: { script: { turns: [${Array.from({ length: 12 }, (_, at) => `line ${String(at + 1)}`).join(", ")}, last] } }
- id: by-rules
  scenario: Somebody asks.
  opening: What does it cost?
  mustCommunicate: [cost]
  metadata: { script: my own notes }
`;

describe("rehearsal simulate on goldens that carry a script", () => {
  withoutModels();
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({
      "scripted.yaml": scripted,
      "echo.mjs": "export default ({ input }) => input;",
      "right.mjs": module(),
    });
  });
  afterEach(() => {
    workspace.remove();
  });

  for (const bug of ["refunds-again", "claims-anyway", "mute"] as const) {
    it(`replays what fuzz found by the command that it printed: ${bug}`, async () => {
      const file = join(workspace.folder, "found.yaml");
      const agentModule = `./${bug}.mjs`;
      const { writeFileSync } = await import("node:fs");
      writeFileSync(join(workspace.folder, agentModule), module(bug));
      const result = await fuzz({
        agent: agentWith(bug),
        golden,
        environment: shop,
        seed: "7",
        runs: 40,
        save: file,
        agentModule,
      });
      const [found] = result.violations;
      const command = found?.replay ?? "";
      expect(command).to.match(/^npx rehearsal simulate \S+found\.yaml --agent \.\/\S+\.mjs --only \S+$/);
      const argv = command.split(" ").slice(2);
      const again = await workspace.run(...argv, "--no-record", "--json");
      expect(again.code).to.equal(1);
      expect(again.out).to.match(/^users: say what the scripts/);
      const { results } = JSON.parse(again.out.trimEnd().split("\n").at(-1) ?? "") as {
        results: { metrics: object[]; turns: { role: string; content: string }[] }[];
      };
      // To the letter.
      expect(results[0]?.turns.map(({ role, content }) => `${role}: ${content}`)).to.deep.equal(
        found?.testCase.turns.map(({ role, content }) => `${role}: ${content}`),
      );
      const metric = results[0]?.metrics.find((it) => "name" in it && it.name === "Invariant");
      expect(metric).to.include({ verdict: "failed", reason: `${found?.invariant ?? ""}: ${found?.message ?? ""}` });
      const mended = await workspace.run(
        ...argv.map((word) => (word === agentModule ? "right.mjs" : word)),
        "--no-record",
      );
      expect(mended.out).to.include(`${found?.invariant ?? ""} held`);
      expect(mended.code).to.equal(0);
    });
  }

  it("says a script to its end, and lets others play where there is none", async () => {
    const { out } = await workspace.run(
      "simulate",
      "scripted.yaml",
      "-a",
      "echo.mjs",
      "--no-record",
      "--conversations",
      "all",
    );
    expect(out).to.match(
      /^users: 1 of 2 by the scripts of their goldens \(metadata\.script\), the others played by rules/,
    );
    expect(out).to.include("line 12").and.include("the script ended").and.not.include("This is not said");
    expect(out).to.include("What does it cost?");
  });

  it("plays no script where it is told who plays, nor more turns than it is told", async () => {
    const argv = ["scripted.yaml", "-a", "echo.mjs", "--no-record", "--conversations", "all"];
    expect((await workspace.run("simulate", ...argv, "--user", "rules")).out).to.include("This is not said");
    expect((await workspace.run("simulate", ...argv, "--max-turns", "2")).out)
      .to.include("line 2")
      .and.not.include("line 3");
  });

  it("can't tell an invariant of the user's own, and says what can", async () => {
    const { writeFileSync } = await import("node:fs");
    const text = readFileSync(join(workspace.folder, "scripted.yaml"), "utf8");
    writeFileSync(join(workspace.folder, "own.yaml"), text.replace("metadata: {", "metadata: { invariant: polite,"));
    const { out, code } = await workspace.run(
      "simulate",
      "own.yaml",
      "-a",
      "echo.mjs",
      "--no-record",
      "--only",
      "by-script",
    );
    expect(out.replace(/\s+/g, " ")).to.include('"polite" is no invariant of Rehearsal\'s: give it to replay(');
    expect(code).to.equal(1);
  });
});
