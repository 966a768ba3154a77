import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { installedPackage } from "../../src/cli/doctor/installed-packages.js";
import { prepareTypeScript } from "../../src/cli/load-typescript.js";
import { rejection } from "./rejection.js";
import { agentModule, goldensFile, Workspace } from "./workspace.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("prepareTypeScript", () => {
  const loaded: string[] = [];
  const host = (over: { loads?: boolean; tsx?: boolean }) => ({
    loads: over.loads ?? false,
    tsxFor: () => (over.tsx === true ? installedPackage("tsx", root) : null),
    load: async (url: string) => loaded.push(url),
  });
  beforeEach(() => (loaded.length = 0));

  it("loads the tsx of the project for TypeScript only, and only where it is needed", async () => {
    await prepareTypeScript("/app/agent.js", "/app", host({ tsx: true }));
    await prepareTypeScript("/app/agent.ts", "/app", host({ tsx: true, loads: true }));
    expect(loaded).to.deep.equal([]);
    for (const name of ["agent.ts", "agent.mts", "agent.cts", "agent.tsx"]) {
      await prepareTypeScript(`/app/${name}`, "/app", host({ tsx: true }));
    }
    expect(loaded).to.have.length(4);
    expect(loaded[0]).to.match(/^file:.*tsx\/dist\/.*\.mjs$/);
  });

  it("says what to do where there is none", async () => {
    const error = await rejection(prepareTypeScript("/app/agent.ts", "/app", host({})));
    expect(error).to.have.property("code", "missing_package");
    expect(error.message).to.include("/app/agent.ts").and.include("npm install --save-dev tsx");
  });
});

describe("the built command line on plain Node", () => {
  const workspace = new Workspace({
    "package.json": "{}", // no "type": tsx takes the agent for CommonJS
    "agent.ts": `import { kitchen } from "./kitchen.js";\nenum Mood { Good }\nvoid [kitchen, Mood];${agentModule}`,
    "kitchen.ts": "export const kitchen: string = 'open';",
    "goldens.yaml": goldensFile,
  });
  after(() => workspace.remove());

  it("loads a TypeScript agent with the tsx of its project", () => {
    mkdirSync(join(workspace.folder, "node_modules"));
    const tsx = dirname(createRequire(import.meta.url).resolve("tsx/package.json"));
    symlinkSync(tsx, join(workspace.folder, "node_modules", "tsx"), "junction");
    const argv = ["simulate", "goldens.yaml", "--agent", "agent.ts", "--only", "books", "--no-record"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "dist/cli/bin.js"), ...argv], {
      cwd: workspace.folder,
      env: { PATH: process.env["PATH"] },
      encoding: "utf8",
    });
    expect(stderr).to.equal("");
    expect(stdout).to.include("1 case: 1 passed");
    expect(status).to.equal(0);
  });
});
