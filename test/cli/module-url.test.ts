import { readFileSync } from "node:fs";
import { expect } from "chai";
import { moduleUrl } from "../../src/cli/module-url.js";

interface Reported {
  readonly input: readonly { readonly named: string; readonly cwd: string }[];
  readonly expected: readonly string[];
}
const reported = JSON.parse(
  readFileSync(new URL("../fixtures/reported/promptfoo-662.json", import.meta.url), "utf8"),
) as Reported;

describe("moduleUrl", () => {
  it("makes an importable URL of a Windows path (promptfoo/promptfoo#662)", () => {
    expect(reported.input.map(({ named, cwd }) => moduleUrl(named, cwd, true))).to.deep.equal(reported.expected);
  });

  it("takes a path from the folder given, and escapes what means something in a URL", () => {
    expect(moduleUrl("./a b#?.js", "/app", false)).to.equal("file:///app/a%20b%23%3F.js");
    expect(moduleUrl("/elsewhere/agent.js", "/app", false)).to.equal("file:///elsewhere/agent.js");
    expect(moduleUrl("c:/x.js", "/app", false)).to.equal("file:///app/c:/x.js");
  });

  it("leaves a file URL as it is", () => {
    expect(moduleUrl("file:///app/agent.js", "/", false)).to.equal("file:///app/agent.js");
  });
});
