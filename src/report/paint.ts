import pico from "picocolors";
import type { Verdict } from "../test-case/metric.js";

/** The few styles of our reports, which without colour leave the text as it is. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** In the colour of a verdict. */
  readonly verdict: (verdict: Verdict, text: string) => string;
}

export function paintFor(color: boolean): Paint {
  const { bold, dim, green, red, magenta, yellow } = pico.createColors(color);
  const colors = { passed: green, failed: red, errored: magenta, skipped: yellow } as const;
  return { bold, dim, verdict: (verdict, text) => colors[verdict](text) };
}

/** Told apart without colour too: an error is not a failure, and a skipped case is not a pass. */
export const marks: Readonly<Record<Verdict, string>> = { passed: "✓", failed: "✗", errored: "!", skipped: "-" };
