import { expect } from "chai";
import { fuzz } from "../../src/fuzz/fuzz.js";
import { replay } from "../../src/fuzz/replay.js";
import { golden } from "./shop.js";

const agent = (): string => "ok";
const wrong: readonly (readonly [given: unknown, said: string])[] = [
  [undefined, "takes an object of options"],
  [[golden], "takes an object of options"],
  [
    { agent, conversationalGoldens: [golden] },
    'unknown option "conversationalGoldens": here they are given as goldens',
  ],
  [{ agent, goldens: { conversationalGoldens: [golden] } }, "that of a dataset is dataset.conversationalGoldens"],
  [{ agent, goldens: "goldens.yaml" }, 'goldens must be a list of goldens; got "goldens.yaml"'],
  [{ agent, golden, invariants: ["no-repeated-write"] }, 'invariant 1 is "no-repeated-write", which is none'],
  [{ agent, golden, invariants: [undefined] }, "invariant 1 is undefined, which is none"],
  [{ agent, golden, invariants: "no-leaks" }, "invariants must be a list of invariants"],
];

describe("options of fuzz and replay that are refused in words of their own", () => {
  for (const [given, said] of wrong)
    for (const [name, run] of Object.entries({ fuzz, replay }))
      it(`${name}: ${said}`, async () => {
        const told = await run(given as never).then(String, String);
        expect(told)
          .to.match(new RegExp(`^RehearsalError: ${name}: `))
          .and.contain(said);
      });
});
