import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { agentIn, loadAgent } from "../../src/cli/load-agent.js";
import type { AgentInput } from "../../src/simulator/agent.js";
import { rejection } from "./rejection.js";

const agent = () => "hi";
const input = { input: "Hello" } as AgentInput;

describe("agentIn", () => {
  it("takes the default export, or the one named agent", () => {
    expect(agentIn({ default: agent }, "a.js")).to.equal(agent);
    expect(agentIn({ agent, other: 1 }, "a.js")).to.equal(agent);
    expect(agentIn({ default: agent, agent: () => "other" }, "a.js")).to.equal(agent);
  });

  it("takes what a CommonJS module exports", () => {
    expect(agentIn({ default: { default: agent } }, "a.cjs")).to.equal(agent);
    expect(agentIn({ default: { agent } }, "a.cjs")).to.equal(agent);
  });

  it("says what is exported where no function is, and how to write it", () => {
    expect(() => agentIn({ default: { a: 1 }, createAgent: "x" }, "a.js")).to.throw(
      /a\.js: it exports no function.*default \(object\), createAgent \(string\).*export default async/s,
    );
    const compiled = { default: { __esModule: true, answer: agent, LIMIT: 3 } };
    expect(() => agentIn(compiled, "a.ts")).to.throw(/in default: answer \(function\), LIMIT \(number\)\./);
    expect(() => agentIn({}, "a.js")).to.throw(/It exports: nothing/);
  });
});

describe("loadAgent", () => {
  let folder = "";
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "rehearsal-agent-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  it("loads modules of either kind, and TypeScript where a loader is there", async () => {
    write("esm.mjs", "export default ({ input }) => `esm ${input}`;");
    write("common.cjs", "module.exports = ({ input }) => `cjs ${input}`;");
    write("typed.mts", "export const agent = ({ input }: { input: string }): string => `ts ${input}`;");
    const replies = [];
    for (const name of ["esm.mjs", "./common.cjs", "typed.mts"])
      replies.push(await (await loadAgent(name, folder)).agent(input));
    expect(replies).to.deep.equal(["esm Hello", "cjs Hello", "ts Hello"]);
  });

  it("loads from a path with spaces and signs that mean something in a URL", async () => {
    write("my #1 agent?%.mjs", "export default () => 'found';");
    expect(await (await loadAgent("my #1 agent?%.mjs", folder)).agent(input)).to.equal("found");
  });

  it("says which file is missing and where it looked", async () => {
    const error = await rejection(loadAgent("nope.js", folder));
    expect(error).to.have.property("code", "invalid_file");
    expect(error.message).to.include("--agent nope.js").and.include(join(folder, "nope.js"));
  });

  it("says what a module threw while it was loaded, and where", async () => {
    write("throws.mjs", "const key = undefined;\n\nthrow new Error('no KEY set');");
    const error = await rejection(loadAgent("throws.mjs", folder));
    expect(error.message)
      .to.include("no KEY set")
      .and.match(/throws\.mjs:3:7/);
  });

  it("says which import was not found", async () => {
    write("imports.mjs", "import './absent.mjs';\nexport default () => 'hi';");
    expect((await rejection(loadAgent("imports.mjs", folder))).message)
      .to.include("absent.mjs")
      .and.include("imports.mjs");
  });

  it("says how to find a fault of syntax, whose place Node does not tell", async () => {
    write("syntax.mjs", "export default (");
    expect((await rejection(loadAgent("syntax.mjs", folder))).message).to.match(/node --check .*syntax\.mjs/);
  });
});
