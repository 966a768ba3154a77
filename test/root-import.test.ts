import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** All files of ours that are loaded with the root entry, by the imports that do not wait until they are needed. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)\.js";/gm;
  for (const [whole, path] of readFileSync(file, "utf8").matchAll(imports)) {
    const onlyTypes = /^\w+ \{(?:\s*type [^,}]+,?)+\s*\}/.test(whole);
    if (path !== undefined && !onlyTypes) loadedWith(`${join(dirname(file), path)}.ts`, seen);
  }
  return seen;
}

describe("importing the root entry", () => {
  const loaded = [...loadedWith(join(src, "index.ts"))].map((file) => relative(src, file));

  it("finds what is loaded", () => {
    expect(loaded).to.include("tracing/observe/observe.ts").and.include("simulator/simulator.ts");
  });

  it("is of some 180 files", () => {
    expect(loaded).to.have.length.below(200);
  });

  it("leaves what a test file may never need until it does", () => {
    const heavy =
      /^(metrics|runners|cli|environment|models)\/|tracing\/(records|otlp|cases)\/|conventions\/index|reading\/read-trace|receiver\/open|simulator\/(simulate|conversation)\.ts|users\/agenda\/|evaluation\/(assert-with|evaluate-cases)/;
    expect(loaded.filter((file) => heavy.test(file))).to.deep.equal([]);
  });
});
