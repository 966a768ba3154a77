import { expect } from "chai";
import { pathToFileURL } from "node:url";
import { placeOf } from "../../src/simulator/place-of.js";

const home = new URL("../../src/simulator/", import.meta.url).href;
const thrown = (...frames: readonly string[]): Error =>
  Object.assign(new Error("e"), { stack: ["Error: e", ...frames.map((frame) => `    at ${frame}`)].join("\n") });
const app = `${pathToFileURL("/app/agent.ts").href}:4:7`;

describe("where something was thrown", () => {
  it("is in the user's own file, past node, this package and others", () => {
    const inOurs = `ask (${home}attempt.js:1:2)`;
    const inPackage = "post (/app/node_modules/client/index.js:9:9)";
    expect(placeOf(thrown("connect (node:net:1:1)", inOurs, inPackage, `answer (${app})`))).to.equal(`at ${app}`);
    expect(placeOf(thrown(inOurs, inPackage))).to.equal("at /app/node_modules/client/index.js:9:9");
  });

  it("is not told where only node and this package are on the stack, or it has none", () => {
    expect(placeOf(thrown("connect (node:net:1:1)", `ask (${home}attempt.js:1:2)`))).to.equal(undefined);
    expect(placeOf("a text")).to.equal(undefined);
    const hostile = new Proxy(new Error("e"), {
      get: () => {
        throw new Error("no");
      },
    });
    expect(placeOf(hostile)).to.equal(undefined);
  });
});
