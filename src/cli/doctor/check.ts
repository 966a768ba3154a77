/** One thing that doctor looked at. */
export interface Check {
  readonly name: string;
  /** `note`: fine, and worth knowing. `problem`: something will not work, or will mislead. */
  readonly status: "ok" | "note" | "problem";
  /** What was found. */
  readonly found: string;
  /** What to do. */
  readonly advice?: string;
}

export const ok = (name: string, found: string): Check => ({ name, status: "ok", found });
export const note = (name: string, found: string, advice?: string): Check => ({
  name,
  status: "note",
  found,
  ...(advice === undefined ? {} : { advice }),
});
export const problem = (name: string, found: string, advice: string): Check => ({
  name,
  status: "problem",
  found,
  advice,
});
