import { expect } from "chai";
import { Interception, interceptTools, mock, refuse } from "../../src/environment/index.js";
import { answer } from "../support/openai-server.js";
import { question, traceOfWork, wrappedLoop } from "../instrumentation/openai/support/loop.js";

describe("interception of the tools of OpenAI's runTools, where the client is instrumented", () => {
  for (const [what, rule, output] of [
    ["mocks", mock(({ city }) => ({ mocked: city })), { output: { mocked: "Bonn" } }],
    ["refuses", refuse("no"), { executed: false, error: "no" }],
  ] as const) {
    it(what, async () => {
      await using loop = await wrappedLoop([answer.call("book", { city: "Bonn" }), "Done."]);
      const real: string[] = [];
      const book = (text: string): number => real.push(text);
      const parameters = { type: "object" as const, properties: {} };
      const tools = [{ type: "function" as const, function: { function: book, parameters, description: "" } }];
      const interception = new Interception(interceptTools({ book: rule }));
      const { trace } = await traceOfWork(() =>
        interception.within(() =>
          loop.client.chat.completions
            .runTools({ model: "m", messages: question, tools })
            .done()
            .catch(() => undefined),
        ),
      );
      expect(real).to.deep.equal([]);
      expect(trace.toolsCalled[0]).to.deep.include({ name: "book", inputParameters: { city: "Bonn" }, ...output });
      expect(interception.calls).to.have.length(1);
      expect(interception.calls[0]).to.deep.include({ args: { city: "Bonn" } });
    });
  }
});
