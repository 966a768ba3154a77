/** How one of our instrumentations stands in this process. */
export interface InstrumentationState {
  /** Of the package that it records. */
  readonly name: string;
  /** Null: the package does not tell. */
  readonly version: string | null;
  /** The versions that it is made for. */
  readonly range: string;
  /** What to know or do, as a sentence. Absent: all is well. */
  readonly note?: string;
}

const states = new Map<string, InstrumentationState>();

/** True: this is news, so somebody should hear of it. */
export function reportInstrumentation(state: InstrumentationState): boolean {
  const key = `${state.name}@${state.version ?? ""}`;
  const known = states.get(key);
  if (known !== undefined && known.note === state.note) return false;
  states.set(key, state);
  return true;
}

/** The instrumentations in use, one entry for each version of a package that they met. */
export const instrumentationStates = (): readonly InstrumentationState[] => [...states.values()];
