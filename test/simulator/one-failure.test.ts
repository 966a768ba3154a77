import { expect } from "chai";
import type { Agent } from "../../src/simulator/agent.js";
import type { ConversationSimulatorOptions } from "../../src/simulator/options.js";
import { ConversationSimulator } from "../../src/simulator/simulator.js";
import { ScriptedUser } from "../../src/simulator/users/scripted-user.js";
import { hurl } from "./support.js";

type Fault = Partial<Pick<ConversationSimulatorOptions, "agent" | "user" | "stoppingController">>;

const bomb = (): never => hurl(new Error("boom"));
/** Throws, itself, whatever is done to it. */
const hostile: object = new Proxy(
  {},
  Object.fromEntries(
    ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"].map((trap) => [trap, () => hurl(hostile)]),
  ),
);
/** The stack comes first: it is put together, from name and message, when it is first touched. */
const weirdError = (properties: object): Error => Object.defineProperties(new Error("x"), properties as never);
const reply = (value: unknown): Fault => ({ agent: () => value as never });
const turn = (properties: object): Fault => reply({ role: "assistant", content: "hi", ...properties });
const throwing = (value: unknown): Fault => ({ agent: () => hurl(value) });
const user = (next: () => unknown): Fault => ({ user: { name: "u", next: next as never } });
let asked = 0;

const faults: Record<string, Fault> = {
  "a reply list with a hole": reply(new Array(2).fill("x", 1)),
  "a reply list of holes": reply(new Array(1e9)),
  "a list whose length throws": reply(new Proxy([], { get: bomb })),
  "a reply whose properties throw": reply(
    Object.defineProperty({ role: "assistant" }, "content", { get: bomb, enumerable: true }),
  ),
  "a reply without prototype": reply(Object.create(null)),
  "a reply that throws at every touch": reply(hostile),
  "a revoked reply": reply(revoked()),
  "a reply with a toJSON that throws": turn({ metadata: { toJSON: bomb } }),
  "a reply with a toJSON of itself": turn({ metadata: looped() }),
  "a reply with hostile calls": turn({ toolsCalled: [hostile] }),
  "a reply with holes in its calls": turn({ toolsCalled: new Array(2) }),
  "a reply with a prototype that throws": reply(Object.create(hostile)),
  "a then that throws": reply(Object.defineProperty({}, "then", { get: bomb })),
  "a then that settles twice and then throws": reply({
    then: (yes: (value: unknown) => void) => (yes(1), yes(2), bomb()),
  }),
  "a stream that throws at once": reply({ [Symbol.asyncIterator]: bomb }),
  "a stream of nonsense": reply({ [Symbol.asyncIterator]: () => ({ next: async () => null }) }),
  "a stream of hostile pieces": reply({ [Symbol.asyncIterator]: () => ({ next: async () => hostile, return: bomb }) }),
  "thrown undefined": throwing(undefined),
  "thrown hostility": throwing(hostile),
  "an error with a symbol for a message": throwing(weirdError({ message: { value: Symbol("s") } })),
  "an error with an object for a message": throwing(weirdError({ message: { value: hostile } })),
  "an error whose message throws": throwing(
    weirdError({ stack: { get: bomb }, message: { get: bomb }, name: { get: bomb } }),
  ),
  "an error with a stack of its own": throwing(weirdError({ stack: { value: 5 } })),
  "a user that throws": user(bomb),
  "a user that throws hostility": user(() => hurl(hostile)),
  "a user with a hostile move": user(() => hostile),
  "a user whose words change as they are read": user(() => ({
    get say() {
      return asked++ % 2 === 0 ? "hi" : 5;
    },
  })),
  "a user that says no text": user(() => ({ say: 5 })),
  "a factory of users that throws": { user: bomb },
  "a factory of hostile users": { user: () => hostile as never },
  "a factory of nothing": { user: () => undefined as never },
  "a controller that throws": { stoppingController: bomb },
  "a controller that throws hostility": { stoppingController: () => hurl(hostile) },
  "a controller with a hostile answer": { stoppingController: () => hostile as never },
};

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function looped(): object {
  const self: { toJSON?: () => unknown } = {};
  self.toJSON = () => ({ self });
  return self;
}

/** The golden "bad" meets the fault, "good" does not. */
function simulatorWith({ agent, user: bad, stoppingController }: Fault): ConversationSimulator {
  const fine: Agent = () => "fine";
  const script = new ScriptedUser(["one"]);
  return new ConversationSimulator(
    {
      agent: (input) => (input.golden.id === "bad" && agent !== undefined ? agent(input) : fine(input)),
      user: (golden) => {
        if (golden.id !== "bad" || bad === undefined) return script;
        return typeof bad === "function" ? bad(golden) : bad;
      },
      stoppingController: (input) => (input.golden.id === "bad" ? stoppingController?.(input) : undefined),
    },
    { loadTracing: async () => undefined },
  );
}

describe("what goes wrong in one conversation is one failed result", () => {
  for (const [name, fault] of Object.entries(faults)) {
    it(name, async () => {
      const ids = ["good", "bad", "also good"];
      const testCases = await simulatorWith(fault).simulate({
        conversationalGoldens: ids.map((id) => ({ id, scenario: "s" })),
        maxUserSimulations: 1,
      });
      expect(testCases.map(({ goldenId }) => goldenId)).to.deep.equal(ids);
      expect(testCases.map(({ error }) => error === undefined || name.includes("as they are read"))).to.deep.equal([
        true,
        name.includes("as they are read"),
        true,
      ]);
      for (const { turns, error = "" } of testCases) {
        expect(turns.every(({ content }) => typeof content === "string")).to.equal(true);
        expect(error).to.be.a("string");
      }
    });
  }

  it("lists of the script with holes are refused", () => {
    expect(() => new ScriptedUser(new Array(2).fill("x", 1))).to.throw("line 1 is no text");
  });
});

describe("goldens of odd make are read, or refused before any conversation", () => {
  const odd: Record<string, unknown> = {
    "without a prototype": Object.assign(Object.create(null) as object, { id: "g", scenario: "s" }),
    "whose prototype has more": Object.assign(Object.create({ opening: "no" }) as object, { id: "g", scenario: "s" }),
    "a class of the user's own": new (class Mine {
      id = "g";
      scenario = "s";
    })(),
    "with a toJSON that throws": { id: "g", scenario: "s", metadata: { toJSON: bomb } },
    "with properties that throw": Object.defineProperty({ id: "g" }, "scenario", { get: bomb, enumerable: true }),
    "that throw whatever is done to them": new Proxy({}, { get: bomb, has: bomb, ownKeys: bomb, getPrototypeOf: bomb }),
    "a hole": undefined,
  };
  for (const [name, golden] of Object.entries(odd)) {
    it(name, async () => {
      let calls = 0;
      const simulator = new ConversationSimulator(
        { agent: () => ((calls += 1), "x"), user: new ScriptedUser(["one"]) },
        { loadTracing: async () => undefined },
      );
      const list: unknown[] = [{ id: "good", scenario: "s" }];
      if (name === "a hole") list.length = 2;
      else list.push(golden);
      const outcome: unknown = await simulator
        .simulate({ conversationalGoldens: list as never })
        .catch((error: unknown) => error);
      if (Array.isArray(outcome))
        expect(outcome)
          .to.have.length(2)
          .and.satisfy((all: { error?: string }[]) => all.every(({ error }) => error === undefined));
      else {
        expect(outcome).to.have.property("code", "invalid_input");
        expect(calls).to.equal(0);
      }
    });
  }
});
