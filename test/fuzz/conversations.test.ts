import { expect } from "chai";
import fc from "fast-check";
import { conversations, personas, typed } from "../../src/fuzz/arbitraries/conversations.js";
import { noiseKinds, noisy } from "../../src/simulator/script/noise.js";
import { ConversationalGolden } from "../../src/golden/conversational-golden.js";
import { scriptOf, scriptToKeep, type Script } from "../../src/simulator/script/script.js";
import type { JsonObject } from "../../src/test-case/json.js";
import { golden } from "./shop.js";

const lines = ({ turns }: Script): string[] => turns.flatMap((turn) => ("say" in turn ? [turn.say] : []));
const many = (given: Parameters<typeof conversations>[0] = golden, options = {}): Script[] =>
  fc.sample(conversations(given, options), { seed: 5, numRuns: 300 });

describe("conversations of a golden", () => {
  it("are plain JSON that a golden can carry and give back", () =>
    fc.assert(
      fc.property(conversations(golden), (script) => {
        expect(JSON.parse(JSON.stringify(script))).to.deep.equal(script);
        const { persona: _, ...rest } = script;
        const metadata = {
          script: JSON.parse(JSON.stringify({ ...scriptToKeep(script), seed: script.seed })) as JsonObject,
        };
        // Where all words are fixed, nobody needs to know who says them.
        const isSaid = script.turns.every((turn) => "say" in turn);
        expect(scriptOf({ id: "x", metadata })).to.deep.equal(isSaid ? rest : script);
      }),
    ));

  it("are the same for the same seed, and begin with the golden's opening", () => {
    expect(many()).to.deep.equal(many());
    for (const script of many()) expect(lines(script)[0]?.toLowerCase().replace(/\s+/g, " ")).to.match(/\bhi\b/);
  });

  it("keep within their turns, and say something in each", () => {
    for (const script of many(golden, { maxTurns: 3 })) {
      expect(script.turns.length).to.be.within(1, 3);
      for (const line of lines(script)) expect(line.trim()).to.not.equal("");
    }
    for (const script of many(golden, { maxTurns: 1 })) expect(script.turns).to.have.length(1);
  });

  it("state no other value for a fact than the golden's, whatever the noise", () => {
    const codes = many().flatMap((script) => lines(script).flatMap((line) => line.match(/\b[a-z]-\d+/gi) ?? []));
    expect(codes).to.not.have.length(0);
    expect([...new Set(codes)]).to.deep.equal(["A-1042"]);
  });

  it("know all that was asked for: facts volunteered, repeats, several at once, refusals, attacks, other languages, faults", () => {
    const scripts = many();
    const some = (test: (script: Script) => boolean) => scripts.filter(test).length;
    expect(some((script) => lines(script)[0]?.includes("A-1042") === true)).to.be.greaterThan(10);
    expect(some((script) => new Set(lines(script)).size < lines(script).length)).to.be.greaterThan(10);
    expect(some((script) => script.turns.some((turn) => "react" in turn))).to.be.greaterThan(50);
    for (const part of [/no, wait|stop, not yet/i, /ignore.*previous/i, /por favor|bitte|allez/i, /joke|weather/i])
      expect(
        some((script) => lines(script).some((line) => part.test(line))),
        String(part),
      ).to.be.greaterThan(3);
    expect(some((script) => lines(script).some((line) => line.length > 1000))).to.be.greaterThan(3);
    expect(some(({ faults }) => faults.length > 0)).to.be.within(100, 200);
    expect(new Set(scripts.flatMap(({ faults }) => faults.map(({ tool }) => tool)))).to.deep.equal(
      new Set(["lookup_order", "refund_order"]),
    );
    expect(many(golden, { tools: [] }).every(({ faults }) => faults.length === 0)).to.equal(true);
  });

  it("never agree where the golden's user does not", () => {
    const consent = /\b(yes|ok|okay|go ahead|do it|please do)\b/i;
    for (const script of many({ ...golden, confirms: false }))
      for (const line of lines(script)) expect(line).to.not.match(consent);
  });

  it("can be had of any golden", () => {
    for (const script of many({ scenario: "Somebody says hello." })) expect(script.turns).to.not.have.length(0);
  });

  it("shrink by fast-check's own means to a single turn", async () => {
    const result = await fc.check(
      fc.asyncProperty(conversations(golden), async (script) => !lines(script).some((line) => line.includes("A-1042"))),
      { seed: 5, numRuns: 200 },
    );
    expect(result.failed).to.equal(true);
    expect(result.counterexample?.[0].turns.length).to.be.lessThan(4);
  });
});

describe("noise", () => {
  it("leaves what has digits or an @ as it is", () =>
    fc.assert(
      fc.property(fc.constantFrom(...noiseKinds), fc.nat(), (kind, at) => {
        const said = noisy("Please refund Order A-1042, my email is Kim@Example.com", { kind, at });
        expect(said).to.include("A-1042");
        expect(said).to.include("Kim@Example.com");
      }),
    ));

  it("makes a typo of two letters in a word", () => {
    expect(noisy("Please refund it", { kind: "typo", at: 0 })).to.equal("Pelase refund it");
    expect(noisy("no it is", { kind: "typo", at: 3 })).to.equal("no it is");
  });

  it("is there by itself, as personas are", () => {
    expect(new Set(fc.sample(typed("Hello there"), { seed: 1, numRuns: 60 })).size).to.be.greaterThan(5);
    for (const persona of fc.sample(personas(), { seed: 1, numRuns: 30 }))
      expect(new ConversationalGolden({ scenario: "A test.", persona }).persona).to.deep.equal(persona);
  });
});
