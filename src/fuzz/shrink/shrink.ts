import type { PlannedFault, Script, ScriptTurn } from "../../simulator/script/script.js";
import { minimise } from "./minimise.js";

export interface Tried {
  readonly fails: boolean;
  readonly agentCalls: number;
}

export interface ShrinkOptions {
  readonly maxAgentCalls: number;
  /** Whether words are left out. "Please don't" cut down to "please" would say the contrary. */
  readonly words: boolean;
}

export interface Shrunk {
  readonly script: Script;
  /** How many conversations were held for it. */
  readonly tried: number;
  readonly agentCalls: number;
  /** Without any one of its turns, words or faults it would fail no more. False: there was no call left to tell. */
  readonly minimal: boolean;
}

/**
 * The least of a script that still fails: first of its turns, left out or joined, then of the words in them, then of its faults, and again
 * until nothing more can go. `attempt` holds it; after `maxAgentCalls` nothing more is tried.
 */
export async function shrink(
  script: Script,
  attempt: (script: Script) => Promise<Tried>,
  { maxAgentCalls, words }: ShrinkOptions,
): Promise<Shrunk> {
  const known = new Map<string, boolean>();
  let tried = 0;
  let agentCalls = 0;
  let minimal = true;
  const fails = async (candidate: Script): Promise<boolean> => {
    const key = JSON.stringify(candidate);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (agentCalls >= maxAgentCalls) {
      minimal = false;
      return false;
    }
    const outcome = await attempt(candidate);
    tried += 1;
    agentCalls += outcome.agentCalls;
    known.set(key, outcome.fails);
    return outcome.fails;
  };
  known.set(JSON.stringify(script), true);
  let least = script;
  for (let before: Script | undefined; before !== least;) {
    before = least;
    least = await joinedTurns(await fewerTurns(least, fails), fails);
    if (words) least = await fewerWords(least, fails);
    least = await fewerFaults(least, fails);
  }
  return { script: least, tried, agentCalls, minimal };
}

type Fails = (script: Script) => Promise<boolean>;

async function fewerTurns(script: Script, fails: Fails): Promise<Script> {
  const turns = await minimise(script.turns, (some) => fails({ ...script, turns: some }), 1);
  return turns.length === script.turns.length ? script : { ...script, turns };
}

/** What was said in two turns is mostly said in one as well. */
async function joinedTurns(script: Script, fails: Fails): Promise<Script> {
  let least = script;
  for (let at = 0; at + 1 < least.turns.length;) {
    const [one, next] = least.turns.slice(at, at + 2);
    if (one === undefined || next === undefined || !("say" in one && "say" in next)) return least;
    const joined = { ...least, turns: least.turns.toSpliced(at, 2, { say: `${one.say} ${next.say}` }) };
    if (await fails(joined)) least = joined;
    else at += 1;
  }
  return least;
}

async function fewerWords(script: Script, fails: Fails): Promise<Script> {
  let least = script;
  for (const [at, turn] of script.turns.entries()) {
    if (!("say" in turn)) continue;
    const words = turn.say.match(/\S+/g) ?? [];
    const saying = (some: readonly string[]): Script => ({ ...least, turns: least.turns.with(at, said(some)) });
    const fewer = await minimise(words, (some) => fails(saying(some)), 1);
    if (fewer.length < words.length) least = saying(fewer);
  }
  return least;
}

const said = (words: readonly string[]): ScriptTurn => ({ say: words.join(" ") });

/** The first call of a tool is sooner reached than the second. */
async function fewerFaults(script: Script, fails: Fails): Promise<Script> {
  const fewer = await minimise(script.faults, (some) => fails({ ...script, faults: some }));
  let least = fewer.length === script.faults.length ? script : { ...script, faults: fewer };
  for (const [at, fault] of least.faults.entries()) {
    const sooner: PlannedFault = { ...fault, on: 1 };
    const candidate = { ...least, faults: least.faults.with(at, sooner) };
    if (fault.on > 1 && (await fails(candidate))) least = candidate;
  }
  return least;
}
