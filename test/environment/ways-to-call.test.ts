import { expect } from "chai";
import { interceptTools } from "../../src/environment/index.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { ways } from "./support/ways-to-call.js";
import { writeTools } from "./support/write-tools.js";

const intercept = interceptTools({}, { writes: "refuse" });

describe("a simulation never refunds real money", () => {
  for (const [wrapped, make] of Object.entries(writeTools))
    describe(`with a tool of ${wrapped}`, () => {
      for (const [how, prepare] of Object.entries(ways))
        it(`that is called ${how}`, async () => {
          let refunds = 0;
          const tool = await make(() => void (refunds += 1));
          let asked = (): void => undefined;
          const called = new Promise<void>((resolve) => (asked = resolve));
          const way = await prepare(async () => {
            await tool.call().catch(() => undefined);
            asked();
          });
          const simulator = new ConversationSimulator(
            { agent: () => "Done.", user: new ScriptedUser(["Refund it."]), intercept, ...way.options },
            { env: {}, warn: () => undefined },
          );
          await simulator.simulate({
            conversationalGoldens: [{ id: "g", scenario: "A refund.", expectedOutcome: "It is refunded." }],
            ...way.simulate,
          });
          await called;
          await way.close?.();
          expect(refunds).to.equal(0);
          await tool.call();
          expect(refunds, "outside of a simulation").to.equal(1);
          await tool.close?.();
        });
    });
});
