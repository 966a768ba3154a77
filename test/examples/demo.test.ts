import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { differencesFromPlanted } from "../../examples/shop/planted-fault.js";
import { tsxLoader } from "../cli/tsx-loader.js";
import { caseOf, metric, runOf } from "../report/run-of.js";

const demo = fileURLToPath(new URL("../../examples/shop/demo.ts", import.meta.url));

describe("npm run demo", () => {
  it("shows eight conversations, finds the planted fault, explains it, and exits with 0", () => {
    const cwd = mkdtempSync(join(tmpdir(), "rehearsal-demo-"));
    // A model in the environment must not make the demo call it.
    const env = {
      ...process.env,
      OPENAI_API_KEY: "none",
      REHEARSAL_BASE_URL: "http://127.0.0.1:9/v1",
      FORCE_COLOR: undefined,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", tsxLoader, demo], {
      cwd,
      env,
      encoding: "utf8",
    });
    rmSync(cwd, { recursive: true });
    expect(stderr).to.equal("");
    expect(stdout).to.include("8 cases: 7 passed, 1 failed");
    expect(stdout)
      .to.match(/✗ +in-a-hurry/)
      .and.match(/✗ confirmBefore +refund_order was called before/);
    expect(stdout).to.match(/✗ refund_order \{"order_id":"A-1060","amount":42\.5\}/);
    expect(stdout).to.include("retrieved policies/refunds.md").and.include("point of this demo");
    expect(stdout).to.not.include("\u001b");
    expect(status).to.equal(0);
  });

  it("names the place of the fault rightly", () => {
    const policy = readFileSync(new URL("../../examples/shop/policy.ts", import.meta.url), "utf8");
    expect(policy).to.include("THE PLANTED FAULT");
  });
});

describe("the demo's own verdict", () => {
  const fault = metric({ field: "confirmBefore", verdict: "failed", reason: "called before the user agreed" });
  const hurry = caseOf({ name: "in-a-hurry", goldenId: "in-a-hurry", verdict: "failed", metrics: [metric(), fault] });

  it("is content with the planted fault and nothing else", () => {
    expect(differencesFromPlanted(runOf([caseOf(), hurry]))).to.deep.equal([]);
  });

  it("misses the fault where it is not found", () => {
    expect(differencesFromPlanted(runOf([caseOf()]))).to.have.length(1);
  });

  it("names what else went wrong, in the same golden too", () => {
    const other = metric({ field: "mustCommunicate", verdict: "failed", reason: "never said $59.90" });
    const broken = caseOf({ goldenId: "too-old", verdict: "errored", reason: "broke off", metrics: [] });
    const differences = differencesFromPlanted(runOf([{ ...hurry, metrics: [fault, other] }, broken]));
    expect(differences).to.deep.equal(["in-a-hurry: mustCommunicate: never said $59.90", "too-old: broke off"]);
  });
});
