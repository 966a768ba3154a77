import { actsOf, type Act, type Part } from "./acts.js";
import type { Agenda } from "./agenda.js";
import { demandsOf, type Demand, type Mind } from "./demands.js";
import { properIn } from "./proper-names.js";

/** What a reply does and asks for, with the eyes of one agenda. */
export interface Reading {
  readonly parts: readonly Part[];
  readonly demands: readonly Demand[];
  /** All by which they are judged. */
  readonly mind: Mind;
  readonly has: (...acts: readonly Act[]) => boolean;
}

/** A conversation is read from its beginning at every turn: each reply costs its reading only once. */
const kept = new WeakMap<Agenda, Map<string, Reading>>();
const MOST_KEPT = 200;

export function read(reply: string, agenda: Agenda): Reading {
  const readings = kept.get(agenda) ?? new Map<string, Reading>();
  kept.set(agenda, readings);
  const known = readings.get(reply);
  if (known !== undefined) return known;
  const parts = actsOf(reply, agenda.isReport);
  const mind = { ...agenda, proper: properIn(reply) };
  const reading: Reading = {
    parts,
    mind,
    demands: demandsOf(parts, mind),
    has: (...acts) => parts.some(({ act }) => acts.includes(act)),
  };
  if (readings.size >= MOST_KEPT) readings.clear();
  readings.set(reply, reading);
  return reading;
}
