import { readFileSync } from "node:fs";
import { expect } from "chai";
import { peerCheck } from "../../../src/cli/doctor/package-checks.js";

interface Manifest {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

describe("doctor: the package of MCP", () => {
  it("is an optional peer, and one of another major version a problem", () => {
    const url = new URL("../../../package.json", import.meta.url);
    const { peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(url, "utf8")) as Manifest;
    const name = "@modelcontextprotocol/sdk";
    const range = peerDependencies[name] ?? "";
    expect(peerDependenciesMeta[name]?.optional).to.equal(true);
    expect(peerCheck(name, { version: "1.32.2", folder: "x" }, range).status).to.equal("ok");
    expect(peerCheck(name, { version: "2.0.0", folder: "x" }, range).status).to.equal("problem");
    expect(peerCheck(name, null, range).status).to.equal("note");
  });
});
