import { expect } from "chai";
import { Indicator, isCI, kindOf } from "../../../src/simulator/progress/indicator.js";
import { progressAt } from "../../../src/simulator/progress/progress.js";
import { progressOf } from "../../../src/simulator/progress/progress-state.js";
import { settingsOf } from "../../../src/simulator/options.js";
import { simulate } from "../../../src/simulator/simulate.js";
import type { SimulateOptions } from "../../../src/simulator/simulate-options.js";
import { ScriptedUser } from "../../../src/simulator/users/scripted-user.js";
import { virtualClock } from "../../support/virtual-clock.js";

const clear = "\r\u001b[2K";

function shown(kind: "live" | "plain") {
  const clock = virtualClock();
  const written: string[] = [];
  const read = () => progressAt(progressOf(3, 0), clock.now());
  const screen = { write: (text: string) => written.push(text), columns: 80 };
  return {
    clock,
    written,
    indicator: new Indicator(screen, kind, read, (callback, ms) => clock.setTimeout(callback, ms)),
  };
}

describe("the indicator", () => {
  it("writes one line over on a terminal, and takes it away", async () => {
    const { clock, written, indicator } = shown("live");
    await clock.advance(450);
    indicator.end();
    expect(written).to.deep.equal([`${clear}0/3 conversations`, `${clear}0/3 conversations`, clear]);
    await clock.advance(1000);
    expect(written).to.have.lengthOf(3);
  });

  it("writes plain lines to a log, without any escape, also while nothing happens", async () => {
    const { clock, written, indicator } = shown("plain");
    await clock.advance(25_000);
    indicator.end();
    indicator.end();
    expect(written).to.have.lengthOf(3);
    for (const line of written) expect(line).to.match(/^0\/3 conversations[^\u001b\r]*\n$/);
  });

  it("shows nothing of a run that is over at once", () => {
    for (const kind of ["live", "plain"] as const) {
      const { written, indicator } = shown(kind);
      indicator.end();
      expect(written).to.deep.equal([]);
    }
  });

  it("is live for those who watch only", () => {
    const screen = { write: () => true };
    expect(kindOf({ ...screen, isTTY: true }, {})).to.equal("live");
    expect(kindOf(screen, {})).to.equal("plain");
    expect(kindOf({ ...screen, isTTY: true }, { TERM: "dumb" })).to.equal("plain");
    expect(kindOf({ ...screen, isTTY: true }, { CI: "true" })).to.equal("plain");
    expect([{}, { CI: "" }, { CI: "0" }, { CI: "false" }, { CI: "1" }].map(isCI)).to.deep.equal([
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe("progress of simulate", () => {
  const conversationalGoldens = [
    { id: "a", scenario: "A chat." },
    { id: "b", scenario: "A chat." },
  ];
  const run = (options: Partial<SimulateOptions>, written: string[] = [], warnings: string[] = []) => {
    const screen = { isTTY: true, write: (text: string) => written.push(text) };
    const time = virtualClock();
    const agent = async () => {
      await time.advance(210);
      return "Yes.";
    };
    return simulate(
      { conversationalGoldens, ...options },
      settingsOf({ agent, user: new ScriptedUser(["one"]), clock: virtualClock() }),
      {
        loadTracing: async () => undefined,
        env: {},
        screen,
        later: (callback, ms) => time.setTimeout(callback, ms),
        warn: (message) => warnings.push(message),
      },
    );
  };

  it("is shown on a terminal when asked for, and never under a test runner unless asked for", async () => {
    const [silent, asked, denied]: [string[], string[], string[]] = [[], [], []];
    await Promise.all([run({}, silent), run({ showIndicator: true }, asked), run({ showIndicator: false }, denied)]);
    expect(silent).to.deep.equal([]);
    expect(denied).to.deep.equal([]);
    expect(asked[0]).to.match(/0\/2 conversations · 2 running/);
    expect(asked.at(-1)).to.equal(clear);
  });

  it("is told to a view of one's own, at everything that happens", async () => {
    const told: string[] = [];
    await run({ onProgress: ({ ended, running, turns }) => told.push([ended, running, turns].join()) });
    expect(told[0]).to.equal("0,0,0");
    expect(told.at(-1)).to.equal("2,0,4");
  });

  const failing = {
    throws: () => {
      throw new Error("no such element");
    },
    rejects: async () => {
      throw new Error("no such element");
    },
  };
  for (const [how, onProgress] of Object.entries<() => unknown>(failing))
    it(`harms nothing where that view ${how}, and says so once`, async () => {
      const warnings: string[] = [];
      const cases = await run({ onProgress }, [], warnings);
      expect(cases.map(({ error }) => error)).to.deep.equal([undefined, undefined]);
      expect(warnings).to.deep.equal(["onProgress failed, and is not called again: no such element"]);
    });
});
