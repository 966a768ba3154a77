import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { apiCopies } from "../../../src/cli/doctor/api-copies.js";
import { apiCheck } from "../../../src/cli/doctor/package-checks.js";

describe("doctor: copies of the OpenTelemetry API", () => {
  let root: string;
  beforeEach(() => void (root = realpathSync(mkdtempSync(join(tmpdir(), "rehearsal-copies-")))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (folder: string, version: string): string => {
    const path = join(root, folder);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "package.json"), JSON.stringify({ version }));
    return path;
  };
  const api = "node_modules/@opentelemetry/api";
  const told = () => apiCopies(root).map(({ by, version, path }) => `${by} ${version} ${path}`);

  it("are found in packages, scoped ones, and those within", () => {
    put(api, "1.9.1");
    put(`node_modules/ai/${api}`, "1.10.0");
    put(`node_modules/@scope/sdk/${api}`, "1.8.0");
    put(`node_modules/outer/node_modules/inner/${api}`, "2.0.0");
    put("node_modules/plain", "1.0.0");
    expect(told()).to.have.members([
      `ai 1.10.0 node_modules/ai/${api}`,
      `@scope/sdk 1.8.0 node_modules/@scope/sdk/${api}`,
      `inner 2.0.0 node_modules/outer/node_modules/inner/${api}`,
    ]);
  });

  it("are found in pnpm's store, each once, with who gets it", () => {
    const real = put(`node_modules/.pnpm/@opentelemetry+api@1.10.0/${api}`, "1.10.0");
    for (const who of ["ai@6.0.1_zod@4.0.0", "@scope+sdk@2.0.0"]) {
      const link = join(root, "node_modules/.pnpm", who, api);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(real, link);
    }
    const [copy, ...others] = apiCopies(root);
    expect(others).to.be.empty;
    expect(copy).to.include({ version: "1.10.0", folder: real });
    expect(copy?.by).to.be.oneOf(["ai@6.0.1", "@scope/sdk@2.0.0"]);
  });

  it("are in a folder above, too, and nowhere in one without packages", () => {
    put(`node_modules/ai/${api}`, "1.10.0");
    mkdirSync(join(root, "app"));
    expect(apiCopies(join(root, "app")).map(({ path }) => path)).to.deep.equal([`../node_modules/ai/${api}`]);
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(told()).to.be.empty;
  });

  it("that can't hear what is registered are a problem, with who has them and what to do", () => {
    const ours = { version: "1.9.1", folder: "/a" };
    const copy = (version: string) => ({ version, folder: "/b", path: "node_modules/ai/x", by: "ai" });
    for (const [version, why] of [
      ["1.10.0", /ai has its own 1\.10\.0 \(node_modules\/ai\/x\)\. A newer copy gets no tracer from an older one/],
      ["2.0.0", /ai has its own 2\.0\.0 .*Copies of different majors have a provider each/],
    ] as const) {
      const check = apiCheck(ours, ours, "^1.9.0", [copy(version)]);
      expect(check.status).to.equal("problem");
      expect(check.found).to.match(why);
      expect(check.advice).to.match(/npm install .*overrides/);
    }
    for (const shared of ["1.9.0", "1.8.0"]) {
      const check = apiCheck(ours, ours, "^1.9.0", [copy(shared)]);
      expect(check.status).to.equal("note");
      expect(check.found).to.include(`ai has its own ${shared}`);
    }
    expect(apiCheck(ours, ours, "^1.9.0", [{ ...copy("1.9.1"), folder: "/a" }]).found).to.include("one copy");
  });
});
