import { expect } from "chai";
import fc from "fast-check";
import { RehearsalError } from "../../src/errors.js";
import { withinDeadline } from "../../src/models/deadline.js";
import { fromAISDK } from "../../src/models/from-ai-sdk.js";
import { limitModel } from "../../src/models/limit-model.js";
import { RateGate } from "../../src/models/rate-gate.js";
import { retrying } from "../../src/models/retry.js";
import { rejectionOf } from "../support/rejection.js";
import { virtualClock } from "../support/virtual-clock.js";
import { ask } from "./support.js";

const MINUTE = 60_000;
const anything = fc.oneof(
  fc.integer({ min: -10, max: 200 }).map(String),
  fc.double().map(String),
  fc.string({ maxLength: 12, unit: "grapheme-ascii" }),
  fc.constantFrom("1e9", "1e308", "Infinity", "-0", "0x10", "soon 7", "Fri, 31 Dec 9999 23:59:59 GMT"),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
);
const headers = fc.dictionary(
  fc.constantFrom("retry-after", "retry-after-ms", "date", "x-should-retry"),
  anything.map((text) => text.replace(/[^\x20-\x7e]/g, "")),
);
const answers = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant("answered" as const) },
    { weight: 3, arbitrary: fc.record({ status: fc.constantFrom(429, 500, 503, 529, 400), headers }) },
  ),
  { minLength: 1, maxLength: 8 },
);
const caller = { who: "m", secrets: [], fixes: { key: "k", address: "a", model: "m" } };

describe("retries, whatever a provider asks", () => {
  it("end in time, are no more than allowed, and wait for what is asked as long as the deadline allows it", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(answers, { minLength: 1, maxLength: 3 }),
        fc.nat(4),
        fc.constantFrom(1, 900, 120_000),
        async (calls, maxRetries, timeoutMs) => {
          const clock = virtualClock();
          const gate = new RateGate(clock);
          const ends = calls.map(async (script) => {
            const attempts: number[] = [];
            const work = withinDeadline({ who: "m", timeoutMs, clock }, (deadline) =>
              retrying({ caller, deadline, gate, maxRetries, random: () => 0 }, async () => {
                attempts.push(clock.now());
                const answer = script[attempts.length - 1] ?? "answered";
                if (answer === "answered") return answer;
                throw Object.assign(new Error("no"), answer);
              }),
            );
            const end = await work.catch((error: unknown) => error);
            return { end, attempts, at: clock.now() };
          });
          await clock.runAll();
          for (const { end, attempts, at } of await Promise.all(ends)) {
            expect(end).to.satisfy((it: unknown) => it === "answered" || it instanceof RehearsalError);
            expect(String(end)).to.not.match(/NaN|undefined|Infinity/);
            expect(attempts.length).to.be.at.most(maxRetries + 1);
            expect(at).to.be.at.most(timeoutMs);
            expect(attempts).to.deep.equal([...attempts].sort((a, b) => a - b));
          }
          expect(clock.pending).to.deep.equal([]);
        },
      ),
      { numRuns: 300 },
    ));

  it("come as late as is asked, also where the gate is open again before", async () => {
    const clock = virtualClock();
    const attempts: number[] = [];
    const answer = withinDeadline({ who: "m", timeoutMs: 4 * MINUTE, clock }, (deadline) =>
      retrying({ caller, deadline, gate: new RateGate(clock), maxRetries: 2, random: () => 0 }, async () => {
        attempts.push(clock.now());
        const asked = ["30", "90"][attempts.length - 1];
        if (asked === undefined) return "answered";
        throw Object.assign(new Error("busy"), { status: 429, headers: { "retry-after": asked } });
      }),
    );
    await clock.runAll();
    expect(await answer).to.equal("answered");
    expect(attempts).to.deep.equal([0, MINUTE / 2, 2 * MINUTE]);
  });

  it("close a gate for a minute at most, so that a slip of the provider is not for the life of the process", async () => {
    const clock = virtualClock();
    let asked = 0;
    const model = limitModel(
      {
        id: "m",
        generate: async () => {
          if ((asked += 1) === 1)
            throw Object.assign(new Error("busy"), { status: 429, headers: { "retry-after": "1e12" } });
          return { text: "Hello.", toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 } };
        },
      },
      {},
      { clock },
    );
    await rejectionOf(model.generate(ask()));
    const next = model.generate(ask());
    await clock.advance(MINUTE - 1);
    expect(asked).to.equal(1);
    await clock.advance(1);
    expect((await next).text).to.equal("Hello.");
  });

  it("are not made of what makes no number of them", () => {
    const model = { specificationVersion: "v3", provider: "p", modelId: "m", doGenerate: async () => ({}) };
    for (const options of [
      { maxRetries: -1 },
      { maxRetries: NaN },
      { timeoutMs: 0 },
      { timeoutMs: NaN },
      { retries: 2 },
    ])
      expect(() => fromAISDK(model, options)).to.throw(RehearsalError, "fromAISDK: the options");
  });
});
