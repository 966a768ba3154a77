import { expect } from "chai";
import { AgendaUser } from "../../../src/simulator/users/agenda-user.js";
import { scriptUser } from "../../../src/simulator/script/script-user.js";
import { ConversationSimulator } from "../../../src/simulator/simulator.js";
import { observe } from "../../../src/tracing/observe/observe.js";

const script = { turns: ["Hello", { react: true }, "Bye"], faults: [{ tool: "look_up", on: 1, kind: "error" }] };
const golden = { id: "g", scenario: "Somebody asks.", opening: "Good morning", facts: { order_id: "A-1" } };
const scripted = { ...golden, metadata: { script } };

describe("the script that a golden carries", () => {
  const calls: string[] = [];
  const lookUp = observe({ type: "tool", name: "look_up" }, async () => "found");
  const agent = observe({ type: "agent", name: "desk" }, async () => {
    calls.push(await lookUp().catch(() => "failed"));
    return "What is your order id?";
  });
  const said = async (given: object, options: object = {}, env: Record<string, string> = {}) => {
    calls.length = 0;
    const simulator = new ConversationSimulator({ agent, ...options }, { env });
    const [testCase] = await simulator.simulate({
      conversationalGoldens: [given as typeof golden],
      showIndicator: false,
    });
    return testCase?.turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])) ?? [];
  };

  it("is played by a simulator to which no user is given, with the faults that it plans", async () => {
    const lines = await said(scripted);
    expect(lines).to.have.length(3);
    expect(lines[0]).to.equal("Hello");
    expect(lines[1]).to.include("A-1");
    expect(lines[2]).to.equal("Bye");
    expect(calls).to.deep.equal(["failed", "found", "found"]);
    expect(await said(scripted, { user: scriptUser })).to.deep.equal(lines);
    expect(calls[0]).to.equal("failed");
  });

  it("needs no model, even where the environment names one that can't be asked", async () => {
    expect((await said(scripted, {}, { REHEARSAL_MODEL: "m" }))[0]).to.equal("Hello");
  });

  it("binds no other user, and is none without turns", async () => {
    expect((await said(scripted, { user: new AgendaUser() }))[0]).to.equal("Good morning");
    expect(calls[0]).to.equal("found");
    expect((await said({ ...golden, metadata: { script: "notes of my own" } }))[0]).to.equal("Good morning");
    expect((await said({ ...golden, metadata: { script: { author: "me" } } }))[0]).to.equal("Good morning");
  });

  it("is refused before anything is held where it is wrong", async () => {
    const error = await said({ ...golden, metadata: { script: { turns: [{ says: "Hi" }] } } }).catch(
      (thrown: unknown) => thrown as Error,
    );
    expect(error).to.have.property("message").that.includes('the script of golden "g" (metadata.script)');
    expect(calls).to.deep.equal([]);
  });
});
