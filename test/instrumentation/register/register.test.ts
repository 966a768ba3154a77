import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const tsx = import.meta.resolve("tsx");
const register = new URL("../../../instrumentation/register/index.ts", import.meta.url).href;
const app = (name: string) => fileURLToPath(new URL(`./apps/${name}`, import.meta.url));

function preloaded(file: string, env: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  const args = ["--import", tsx, "--import", register, file];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    cwd,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

describe("rehearsal/instrumentation/register", () => {
  const said = '[{"role":"assistant","parts":[{"type":"text","content":"Hi."}],"finish_reason":"stop"}]';
  const recorded = { isRegistered: true, spans: [["chat m", said]] };

  for (const [name, file] of [
    ["imports", "esm.mjs"],
    ["requires", "cjs.cjs"],
  ] as const) {
    it(`records the clients of an app that ${name} openai, and leaves the provider to it`, () => {
      const { status, stdout, stderr } = preloaded(app(file));
      expect(stderr).to.equal("");
      expect(status).to.equal(0);
      expect(JSON.parse(stdout)).to.deep.equal(recorded);
    });
  }

  it("traceloop/openllmetry-js#406: sees the calls of an app in ES modules", () => {
    const file = new URL("../../fixtures/reported/openllmetry-js-406.json", import.meta.url);
    const { input, expected } = JSON.parse(readFileSync(file, "utf8")) as {
      input: { app: string };
      expected: { spans: string[] };
    };
    const { spans } = JSON.parse(preloaded(app(input.app)).stdout) as { spans: [string, string][] };
    expect(spans.map(([name]) => name)).to.deep.equal(expected.spans);
  });

  it("keeps content out where the environment says so", () => {
    const { stdout } = preloaded(app("esm.mjs"), { REHEARSAL_CAPTURE_CONTENT: "false" });
    expect(JSON.parse(stdout)).to.have.property("spans").that.has.length(1);
    expect(stdout).to.not.include("Hi.");
  });

  it("warns where there is no openai, and the app runs", () => {
    const folder = mkdtempSync(join(tmpdir(), "rehearsal-register-"));
    try {
      const file = join(folder, "app.mjs");
      writeFileSync(file, 'process.stdout.write("ran");');
      const { status, stdout, stderr } = preloaded(file, {}, folder);
      expect(stdout).to.equal("ran");
      expect(stderr).to.include("[REHEARSAL_NO_OPENAI] RehearsalWarning").and.include("wrapOpenAI(client)");
      expect(stderr, "one folder is named once").to.match(/found no openai package from \S+, so/);
      expect(status).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
