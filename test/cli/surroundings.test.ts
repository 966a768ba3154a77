import { expect } from "chai";
import { surroundingsIn } from "../../src/cli/surroundings.js";
import { createEnvironment, interceptTools, mock } from "../../src/environment/index.js";

const agent = () => "hi";
const intercept = interceptTools({ pay: mock(1) });
const environment = createEnvironment({ state: {}, tools: {} });
const read = (module: object) => surroundingsIn(module, "./agent.ts");

describe("what surrounds an agent on the command line", () => {
  it("is what its module exports as environment and intercept", () => {
    expect(read({ agent, environment, intercept })).to.deep.equal({ environment, intercept });
    expect(read({ default: { agent, intercept } })).to.deep.equal({ intercept });
    expect(read({ default: Object.assign(() => "hi", { intercept }) })).to.deep.equal({ intercept });
    expect(read({ agent, environment, shop: environment, intercept, other: intercept })).to.have.all.keys(
      "environment",
      "intercept",
    );
  });

  it("is nothing where it exports nothing of the kind", () => {
    for (const module of [
      { agent },
      { default: agent, environment: undefined, intercept: null },
      { agent, environment: "production", plan: { rules: [] }, interceptor: agent },
    ])
      expect(read(module)).to.deep.equal({});
  });

  for (const [what, module, words] of [
    ["rules without interceptTools", { agent, intercept: { pay: mock(1) } }, "its export intercept is"],
    ["a function", { agent, intercept: () => intercept }, "its export intercept is"],
    ["a word", { agent, intercept: "refuse" }, "its export intercept is"],
    ["a plain environment", { agent, environment: { state: {}, tools: {} } }, "its export environment is"],
    ["an environment that is to be called", { agent, environment: () => environment }, "its export environment is"],
    ["one of the module's default", { default: { agent, intercept: {} } }, "its export intercept is"],
    [
      "a plan of another name",
      { agent, intercepts: intercept },
      "it exports intercepts, and what interceptTools() returns",
    ],
    [
      "a plan of any name",
      { agent, plan: intercept },
      "it exports plan, and what interceptTools() returns is only heeded",
    ],
    ["rules of nearly the name", { agent, Intercepts: { pay: mock(1) } }, "it exports Intercepts"],
    ["an environment of another name", { agent, shop: environment }, "it exports shop, and what createEnvironment()"],
    ["a plain environment of nearly the name", { agent, enviroment: { tools: {} } }, "it exports enviroment"],
  ] as const)
    it(`is refused as ${what}, with what to write: real tools would run`, () => {
      expect(() => read(module))
        .to.throw(words)
        .with.property("message")
        .that.matches(
          /^--agent \.\/agent\.ts: .*real tools would run\. Write: export const (intercept|environment) = /,
        );
    });
});
