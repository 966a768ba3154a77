import type { CaseResult, RunRecord } from "../evaluation/run-record.js";
import { excerpt } from "../evaluation/neutralise.js";
import { paintFor } from "./paint.js";
import { renderCase } from "./terminal-case.js";
import { renderRates } from "./terminal-rates.js";
import { renderTotals } from "./terminal-totals.js";
import { textWidth } from "./text-width.js";
import { counted } from "../test-case/counted.js";

export interface TerminalOptions {
  /** Colour the output. Default false: it is for the caller to know where the text goes. */
  readonly color?: boolean;
  /** Columns of the terminal. Default 100; less than 40 is taken as 40. */
  readonly width?: number;
  /** `"failing"` leaves out the cases that passed. Default `"all"`. */
  readonly show?: "all" | "failing";
  /** Whose conversation is printed under the verdict. Default `"failing"`. */
  readonly conversations?: "all" | "failing" | "none";
  /** What of the dataset was not run, as in `3 rows of a.yaml could not be read`: such a run is never called PASSED. */
  readonly incomplete?: string | undefined;
  /** The command that runs a case again, printed under one that did not pass. Default: none is printed. */
  readonly replay?: (result: CaseResult) => string | undefined;
}

/**
 * A run as text for a terminal: a line for each case, what its metrics found, the conversations that failed, totals.
 * Whatever strangers wrote is shown and never obeyed: escape sequences in it become visible.
 *
 * @example
 * process.stdout.write(renderTerminal(await evaluate(testCases), { color: process.stdout.isTTY }));
 */
export function renderTerminal(run: RunRecord, options: TerminalOptions = {}): string {
  const { color = false, show = "all", conversations = "failing", replay } = options;
  const paint = paintFor(color);
  const width = Math.max(40, options.width ?? 100);
  const titles = titlesOf(run.results);
  const titleWidth = Math.min(Math.max(0, ...titles.map(textWidth)), Math.floor(width / 3));
  const unread = unreadByAll(run.results);
  const blocks = run.results.flatMap((result, index) => {
    const passed = result.verdict === "passed";
    if (passed && show === "failing") return [];
    const layout = {
      title: titles[index] ?? "",
      titleWidth,
      paint,
      width,
      everything: show === "all",
      transcript: conversations === "all" || (conversations === "failing" && !passed),
      notesUnread: unread === undefined,
      replay: passed ? undefined : replay?.(result),
    };
    return [[...renderCase(result, layout), ""]];
  });
  const rates = run.rates === undefined ? [] : renderRates(run.rates, { paint, width });
  const totals = renderTotals(run, paint, { unread, incomplete: options.incomplete, width });
  return [...blocks.flat(), ...rates, ...totals, ""].join("\n");
}

/** Trials of one golden share a name, so they are numbered. */
function titlesOf(results: readonly CaseResult[]): string[] {
  const repeated = new Set(results.flatMap(({ goldenId, trial = 1 }) => (trial > 1 ? [goldenId] : [])));
  return results.map(({ name, goldenId, trial }) => {
    const title = excerpt(name, 200);
    return trial !== undefined && repeated.has(goldenId) ? `${title} #${String(trial)}` : title;
  });
}

/** What several cases state and no metric looked at, where it is the same in all of them: said once. */
function unreadByAll(results: readonly CaseResult[]): string | undefined {
  const lists = results.map(({ notYetAsserted }) => notYetAsserted.join(", ")).filter((list) => list !== "");
  if (lists.length < 2 || new Set(lists).size > 1) return undefined;
  return `${lists[0] ?? ""}, in ${String(lists.length)} of ${counted(results.length, "case")}`;
}
