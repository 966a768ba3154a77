import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findUnconfirmedCalls, matchToolCalls } from "../../src/metrics/index.js";
import type { JsonObject } from "../../src/test-case/json.js";
import { locatedCalls } from "../../src/test-case/located-calls.js";
import type { ToolCall } from "../../src/test-case/tool-call.js";
import type { Turn } from "../../src/test-case/turn.js";

const folder = process.env.REHEARSAL_DATA ?? new URL("../../../shared/data", import.meta.url).pathname;
const file = join(folder, "tau-bench", "gpt-4o-airline.json");

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}
interface Run {
  readonly reward: number;
  readonly traj: readonly Message[];
  readonly info: {
    readonly task: { readonly actions: readonly { readonly name: string; readonly kwargs: JsonObject }[] };
  };
}

/** What lies between two user turns is one assistant turn; its last text is what it said. */
function turnsOf({ traj }: Run): Turn[] {
  const failed = new Set(
    traj.filter(({ content }) => content?.startsWith("Error") === true).map((message) => message.tool_call_id),
  );
  return traj.reduce<Turn[]>((turns, { role, content, tool_calls = [] }) => {
    if (role === "user") return [...turns, { role, content: content ?? "" }];
    if (role !== "assistant") return turns;
    const calls = tool_calls.map((call): ToolCall => ({
      name: call.function.name,
      inputParameters: call.function.arguments,
      ...(failed.has(call.id) ? { error: "Error" } : {}),
    }));
    const last = turns.at(-1);
    if (last?.role !== "assistant") return [...turns, { role, content: content ?? "", toolsCalled: calls }];
    return [
      ...turns.slice(0, -1),
      { ...last, content: content ?? last.content, toolsCalled: [...(last.toolsCalled ?? []), ...calls] },
    ];
  }, []);
}

const writes = ["book_reservation", "cancel_reservation", "send_certificate", "update_reservation_flights"];
writes.push("update_reservation_baggages", "update_reservation_passengers");

describe("200 recorded runs of tau-bench", () => {
  before(function () {
    if (existsSync(file)) return;
    console.warn(
      `\n  !! NOT TESTED on tau-bench: there is no ${file}. Set REHEARSAL_DATA to the folder of the data sets.\n`,
    );
    this.skip();
  });
  const runs = () => JSON.parse(readFileSync(file, "utf8")) as readonly Run[];

  it("hold their golden calls as counted independently: a trajectory is no proxy for success", () => {
    const table = { presentRight: 0, presentWrong: 0, lackingRight: 0, lackingWrong: 0 };
    for (const run of runs()) {
      const golden = run.info.task.actions.map(({ name, kwargs }) => ({ name, inputParameters: kwargs }));
      const actual = locatedCalls({ turns: turnsOf(run) }) ?? [];
      const present = golden.length === 0 || matchToolCalls(actual, golden, { retries: "count" }).verdict === "passed";
      table[`${present ? "present" : "lacking"}${run.reward === 1 ? "Right" : "Wrong"}`] += 1;
    }
    expect(table).to.deep.equal({ presentRight: 57, presentWrong: 19, lackingRight: 27, lackingWrong: 97 });
  });

  it("ask before they write, and only a few that don't are reported", () => {
    const cases = runs().map((run) => ({ turns: turnsOf(run) }));
    const made = cases
      .flatMap((testCase) => locatedCalls(testCase) ?? [])
      .filter(({ call }) => writes.includes(call.name));
    const unconfirmed = cases.flatMap((testCase) => findUnconfirmedCalls(testCase, writes) ?? []);
    expect(made).to.have.length(250);
    const failed = unconfirmed.filter(({ verdict }) => verdict === "failed");
    // Read one by one: compensation and cancellations that nobody had offered, additions that nobody was asked about.
    expect(failed.map(({ call }) => call.name))
      .to.include("send_certificate")
      .and.to.have.length(10);
    // Answers that pick an option, say how to pay, or ask for more in the same breath ("Also, could I get a refund?"), and
    // parts of payments and journeys that nobody read out.
    expect(unconfirmed.length - failed.length).to.equal(159);
  });
});
