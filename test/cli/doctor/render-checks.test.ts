import { expect } from "chai";
import { note, ok, problem } from "../../../src/cli/doctor/check.js";
import { renderChecks } from "../../../src/cli/doctor/render-checks.js";

const options = { version: "0.1.0", color: false, width: 60 };

describe("renderChecks", () => {
  it("marks each check, says what to do, and ends with a verdict", () => {
    const output = renderChecks([ok("Node", "20"), problem("openai", "8.0.0", "install another")], options);
    expect(output)
      .to.match(/^✓ Node +20$/m)
      .and.match(/^✗ openai +8\.0\.0$/m)
      .and.match(/^ +install another$/m);
    expect(output).to.match(/1 problem to mend\.\n$/);
    expect(renderChecks([note("model", "none")], options)).to.match(/Ready\.\n$/);
  });

  it("keeps to the width", () => {
    const output = renderChecks([note("model", "word ".repeat(40), "more ".repeat(40))], options);
    for (const line of output.split("\n")) expect(line.length).to.be.at.most(60);
  });
});
