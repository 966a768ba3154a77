import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

interface Report {
  readonly tests: readonly {
    readonly title: string;
    readonly err: { readonly message?: string; readonly stack?: string };
  }[];
  readonly failures: Report["tests"];
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const mocha = path("../../../node_modules/mocha/bin/mocha.js");
const hooks = path("../../../src/runners/mocha/index.ts");
const fixture = path("../fixtures/matrix.fixture.ts");

interface Reported {
  readonly input: { readonly orders: readonly string[]; readonly modes: readonly (readonly string[])[] };
  readonly expected: { readonly prefix: string };
}
// Whether a failure is seen must not depend on which plugin was loaded first (chaijs/chai-as-promised#266).
const reported = JSON.parse(
  readFileSync(path("../../fixtures/reported/chai-as-promised-266.json"), "utf8"),
) as Reported;

function run(order: string, options: readonly string[]): Promise<{ status: number | null; report: Report }> {
  const args = [mocha, "--no-config", "-n", "import=tsx", "--reporter", "json", ...options, fixture];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ORDER: order, CI: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      const text = Buffer.concat(output).toString("utf8");
      try {
        resolve({ status, report: JSON.parse(text.slice(text.indexOf("{"))) as Report });
      } catch {
        reject(new Error(`mocha wrote no report:\n${text}\n${Buffer.concat(errors).toString("utf8")}`));
      }
    });
  });
}

describe("the matchers in real mocha runs", function () {
  this.timeout(60_000);
  for (const order of reported.input.orders) {
    for (const mode of reported.input.modes) {
      const where = order === "alone" ? "alone" : `loaded ${order}, beside a plugin that drops promises`;
      it(`do what their titles say, ${where}${mode.length > 0 ? ", in parallel" : ""}`, async () => {
        const { status, report } = await run(order, ["--require", hooks, ...mode]);
        const wanted = report.tests
          .map(({ title }) => title)
          .filter((title) => title.startsWith(reported.expected.prefix));
        const failed = report.failures.map(({ title }) => title);
        expect(failed.toSorted()).to.deep.equal(wanted.toSorted());
        expect(wanted).to.have.length.above(10);
        expect(status).to.equal(failed.length);
        for (const { title, err } of report.failures) {
          const [, words = ""] = /\((.*)\)$/.exec(title) ?? [];
          expect(err.message).to.include(words);
          // Under .eventually the matcher is called when the user's frames are gone.
          if (!words.includes("eventually")) expect(err.stack).to.match(/matrix\.fixture\.ts:\d+:\d+/);
        }
      });
    }
  }

  it("do not let a failure pass in a chain that nobody waits for, also without our hooks", async () => {
    const { status } = await run("alone", ["--grep", "in a chain that nobody waits for"]);
    expect(status).to.be.above(0);
  });

  it("do not let a failure pass that was never awaited, also without our hooks", async () => {
    const { status, report } = await run("alone", ["--grep", "It fails: it failed on purpose"]);
    expect(status).to.equal(1);
    expect(report.failures[0]?.err.message).to.include("it failed on purpose");
  });
});
