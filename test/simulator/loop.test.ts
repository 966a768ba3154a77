import { expect } from "chai";
import fc from "fast-check";
import { begin, step, type LoopAction, type LoopEvent, type Opening, type Step } from "../../src/simulator/loop.js";
import type { Turn } from "../../src/test-case/turn.js";

const limits = { maxUserSimulations: 2, turnTimeoutMs: 100, conversationTimeoutMs: 1000 };
const opening: Opening = { turns: [], agentSpeaksFirst: false, controlled: false, limits };
const said = (content: string): Turn => ({ role: "assistant", content });

/** What a step asks for or ends with, in a word. */
const words = ({ actions }: Step): string[] =>
  actions.map((action) => {
    if (action.type === "record") return `record ${String(action.number)}`;
    return action.type === "ask" ? action.party : `end: ${action.ending.by}`;
  });

function play(from: Opening, ...events: LoopEvent[]): string[][] {
  let now = begin(from, 0);
  const heard = [words(now)];
  for (const event of events) heard.push(words((now = step(now.state, event, 0))));
  return heard;
}

const moved = (say: string): LoopEvent => ({ type: "moved", move: { say } });
const replied = (...texts: string[]): LoopEvent => ({ type: "replied", turns: texts.map(said) });
const goOn: LoopEvent = { type: "decided", end: null };

describe("a conversation that goes on from what is on record", () => {
  const turns: readonly Turn[] = [
    { role: "user", content: "a" },
    { role: "user", content: "(a message)", metadata: { inserted: true } },
    said("b"),
  ];
  const past = { turns, lastWords: null, hungUp: null };

  it("counts the user's turns from before towards the cap, but none that a script put in", () => {
    expect(play({ ...opening, past }, moved("c"), replied("d"))).to.deep.equal([
      ["user"],
      ["record 4", "agent"],
      ["record 5", "end: cap"],
    ]);
  });

  it("counts what was spent before towards the budget", () => {
    const usage = { inputTokens: 60, outputTokens: 40, totalTokens: 100 };
    const traces = [{ usage }, { usage }];
    const within = (maxTokens: number): Opening => ({
      ...opening,
      past: { ...past, traces },
      limits: { ...limits, budget: { maxTokens } },
    });
    expect(play(within(199))).to.deep.equal([["end: budget"]]);
    expect(play(within(200))).to.deep.equal([["user"]]);
  });
});

describe("the turn loop", () => {
  it("asks user and agent in turn, until the cap", () => {
    expect(play(opening, moved("a"), replied("b"), moved("c"), replied("d"))).to.deep.equal([
      ["user"],
      ["record 1", "agent"],
      ["record 2", "user"],
      ["record 3", "agent"],
      ["record 4", "end: cap"],
    ]);
  });

  it("asks the controller before every user turn, after looking at the cap", () => {
    const controlled = { ...opening, controlled: true, limits: { ...limits, maxUserSimulations: 1 } };
    expect(play(controlled, goOn, moved("a"), replied("b"))).to.deep.equal([
      ["controller"],
      ["user"],
      ["record 1", "agent"],
      ["record 2", "end: cap"],
    ]);
    expect(play(controlled, { type: "decided", end: { by: "controller", reason: "why" } })).to.deep.equal([
      ["controller"],
      ["end: controller"],
    ]);
  });

  it("asks the controller before it reuses a user turn of the golden", () => {
    const seeded: Opening = { ...opening, controlled: true, turns: [{ role: "user", content: "hi" }] };
    expect(play(seeded, goOn)).to.deep.equal([["controller"], ["agent"]]);
    expect(begin({ ...seeded, controlled: false }, 0).actions).to.deep.include({
      type: "ask",
      party: "agent",
      input: "hi",
      dueInMs: 100,
    });
  });

  it("asks the agent first, with null, where it opens and nobody has spoken", () => {
    const greeted: Opening = { ...opening, agentSpeaksFirst: true };
    expect(begin(greeted, 0).actions).to.deep.equal([{ type: "ask", party: "agent", input: null, dueInMs: 100 }]);
    expect(play(greeted, replied("hello"))).to.deep.equal([["agent"], ["record 1", "user"]]);
    expect(play({ ...greeted, turns: [said("hello")] })).to.deep.equal([["user"]]);
  });

  it("gives each party until the sooner of its own deadline and that of the conversation", () => {
    const { state } = begin({ ...opening, limits: { ...limits, conversationTimeoutMs: 130 } }, 0);
    const next = step(state, moved("a"), 90);
    expect(next.actions.at(-1)).to.include({ party: "agent", dueInMs: 40 });
    expect(words(step(next.state, replied("b"), 129.9))).to.deep.equal(["record 2", "user"]);
    expect(words(step(next.state, replied("b"), 130))).to.deep.equal(["end: deadline"]);
  });

  it("tells a failure even where it comes late", () => {
    const { state } = begin(opening, 0);
    expect(words(step(state, { type: "failed", reason: "why" }, 500))).to.deep.equal(["end: error"]);
  });

  const event: fc.Arbitrary<LoopEvent> = fc.oneof(
    { weight: 8, arbitrary: fc.string().map(moved) },
    { weight: 8, arbitrary: fc.array(fc.string(), { minLength: 1, maxLength: 3 }).map((texts) => replied(...texts)) },
    { weight: 4, arbitrary: fc.constant(goOn) },
    { weight: 1, arbitrary: fc.constant<LoopEvent>({ type: "moved", move: { end: "why" } }) },
    { weight: 1, arbitrary: fc.constant<LoopEvent>({ type: "moved", move: { say: "bye", thenEnd: "why" } }) },
    { weight: 1, arbitrary: fc.constantFrom<LoopEvent>({ type: "late" }, { type: "failed", reason: "why" }) },
    { weight: 1, arbitrary: fc.constant<LoopEvent>({ type: "aborted", reason: "why" }) },
  );
  const start = fc.record({
    turns: fc.array(fc.constantFrom<Turn>(said("s"), { role: "user", content: "u" }), { maxLength: 4 }),
    agentSpeaksFirst: fc.boolean(),
    controlled: fc.boolean(),
    limits: fc.record({
      maxUserSimulations: fc.integer({ min: 1, max: 4 }),
      turnTimeoutMs: fc.constantFrom(10, Infinity),
      conversationTimeoutMs: fc.constantFrom(25, Infinity),
    }),
  });

  it("never exceeds its cap, loses no turn, and asks one party or ends, whatever happens", () => {
    fc.assert(
      fc.property(start, fc.array(fc.tuple(event, fc.nat(4)), { maxLength: 30 }), (from, events) => {
        let now = 0;
        let at = begin(from, now);
        let recorded: readonly Turn[] = from.turns;
        for (const [next, waited] of events) {
          const asks = at.actions.filter(({ type }) => type !== "record");
          expect(asks).to.have.length(at.state.waitingFor === null && at.actions.length === 0 ? 0 : 1);
          now += waited;
          // A party answers what it was asked: other answers cannot come.
          if (!fits(at.actions.at(-1), next)) continue;
          at = step(at.state, next, now);
          for (const action of at.actions) if (action.type === "record") recorded = [...recorded, action.turn];
          expect(at.state.turns).to.deep.equal(recorded);
          expect(at.state.userTurns).to.be.at.most(from.limits.maxUserSimulations);
        }
      }),
    );
  });

  it("changes nothing more once it has ended", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 10 }), (events) => {
        const { state } = step(begin(opening, 0).state, { type: "late" }, 0);
        for (const next of events) expect(step(state, next, 1)).to.deep.equal({ state, actions: [] });
      }),
    );
  });
});

function fits(asked: LoopAction | undefined, { type }: LoopEvent): boolean {
  if (type === "late" || type === "failed" || type === "aborted") return true;
  const answers = { controller: "decided", user: "moved", agent: "replied" };
  return asked?.type === "ask" && answers[asked.party] === type;
}
