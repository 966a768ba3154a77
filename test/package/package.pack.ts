import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";

const root = join(import.meta.dirname, "..", "..");
const fixtures = join(import.meta.dirname, "fixtures");
interface Manifest {
  version: string;
  exports: Record<string, unknown>;
}
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");
const specifier = (entry: string) => `rehearsal${entry.slice(1)}`;

describe("the packed package in an empty folder", function () {
  let scratch = "";
  let tarball = "";

  function project(name: string, packages: readonly string[]): string {
    const folder = join(scratch, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
    npm(folder, ["install", "--no-audit", "--no-fund", tarball, ...packages]);
    return folder;
  }

  function npm(cwd: string, args: readonly string[]): string {
    return execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  function run(cwd: string, args: readonly string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd,
      encoding: "utf8",
      env: { ...process.env, CI: "" },
    });
    return { status, output: stdout + stderr };
  }

  before(() => {
    scratch = mkdtempSync(join(tmpdir(), "rehearsal-package-"));
    const [packed] = JSON.parse(npm(root, ["pack", "--json", "--pack-destination", scratch])) as { filename: string }[];
    tarball = join(scratch, packed?.filename ?? "");
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  describe("with nothing but its own dependencies", () => {
    let folder = "";
    before(() => {
      folder = project("plain", []);
    });

    for (const entry of entries) {
      it(`imports and requires ${specifier(entry)}, as one instance`, () => {
        const script = `
          import { createRequire } from "node:module";
          const imported = await import("${specifier(entry)}");
          const required = createRequire(import.meta.url)("${specifier(entry)}");
          if (Object.keys(imported).length === 0) throw new Error("exports nothing");
          for (const name of Object.keys(imported)) if (imported[name] !== required[name]) throw new Error(name + " differs");`;
        const { status, output } = run(folder, ["--input-type=module", "--eval", script]);
        expect(output.replace(/.*ExperimentalWarning.*\n.*trace-warnings.*\n/, "")).to.equal("");
        expect(status).to.equal(0);
      });
    }

    it("has a bin that knows its version", () => {
      const { status, output } = run(folder, [join("node_modules", "rehearsal", "dist", "cli", "bin.js"), "--version"]);
      expect(output.trim()).to.equal(manifest.version);
      expect(status).to.equal(0);
    });

    it("brings no install script", () => {
      const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")) as {
        packages: Record<string, { hasInstallScript?: boolean }>;
      };
      expect(
        Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true),
      ).to.deep.equal([]);
    });
  });

  for (const [name, typescript, fixture, output, types] of [
    ["esm-ts-5.5", "typescript@5.5", "esm-consumer.ts", null, ["node"]],
    ["esm-ts-7", "typescript@7", "esm-consumer.ts", null, ["node"]],
    // TypeScript takes no types that are not named, from 6 on: ours need none of Node's.
    ["esm-ts-7-bare", "typescript@7", "esm-consumer.ts", null, []],
    ["cjs-ts-5.9", "typescript@5.9", "cjs-consumer.cts", "cjs-consumer.cjs", ["node"]],
  ] as const) {
    it(`type-checks ${fixture} under ${typescript} with ${types.length === 0 ? "no types of others" : types.join()}`, () => {
      const nodes = types.length === 0 ? [] : ["@types/node@20"];
      const folder = project(name, [typescript, ...nodes, "@types/chai@5", "chai@6"]);
      copyFileSync(join(fixtures, fixture), join(folder, fixture));
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          compilerOptions: {
            module: "nodenext",
            target: "es2022",
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            types,
            esModuleInterop: true,
          },
          files: [fixture],
        }),
      );
      const compiled = run(folder, [
        join("node_modules", "typescript", "bin", "tsc"),
        ...(output === null ? ["--noEmit"] : []),
      ]);
      expect(compiled.output).to.equal("");
      expect(compiled.status).to.equal(0);
      if (output !== null) expect(run(folder, [output]).status).to.equal(0);
    });
  }

  for (const mocha of ["mocha@11", "mocha@12"]) {
    it(`runs a suite under ${mocha}, serial and parallel`, () => {
      const folder = project(mocha.replace("@", "-"), [mocha, "chai@6"]);
      copyFileSync(join(fixtures, "suite.test.mjs"), join(folder, "suite.test.mjs"));
      copyFileSync(join(fixtures, "suite.test.mjs"), join(folder, "again.test.mjs"));
      for (const mode of [[], ["--parallel"]]) {
        const bin = join("node_modules", "mocha", "bin", "mocha.js");
        const { status, output } = run(folder, [
          bin,
          "--no-color",
          "--require",
          "rehearsal/mocha",
          ...mode,
          "*.test.mjs",
        ]);
        expect(output)
          .to.match(/^ {2}(2|4) passing/m)
          .and.match(/^ {2}4 failing/m);
        expect(output).to.include("refund").and.include("never awaited").and.include("suite.test.mjs:");
        expect(status).to.equal(4);
      }
    });
  }
});
