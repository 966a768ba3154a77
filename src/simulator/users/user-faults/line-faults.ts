import { corpusOf, type Corpus } from "./corpus.js";
import { inventedIn } from "./invented-facts.js";
import { repeatedTurn } from "./repetition.js";
import { flipIn } from "./role-flip.js";
import type { SaidLine, UserFault } from "./user-fault.js";

/** What is wrong with a line, before it is said. Values are found in any language, the rest in English and a few others. */
export function lineFaults(line: SaidLine): readonly UserFault[] {
  const known = corpusOf(line.golden);
  for (const { content } of line.turns) known.add(content);
  return faultsOf(line, known.add(line.told ?? ""));
}

/** The same against what is known to be known. */
export function faultsOf(line: SaidLine, known: Corpus): readonly UserFault[] {
  const { say, golden } = line;
  if (say.trim() === "") return [{ kind: "empty", detail: "no words at all" }];
  const faults: UserFault[] = inventedIn(say, golden, known).map(({ what, text }) => ({
    kind: "invented_fact",
    detail: `the ${what} "${text}"`,
  }));
  const flip = flipIn(line);
  if (flip !== null) faults.push({ kind: "role_flip", detail: `"${flip}"` });
  const repeated = repeatedTurn(line);
  if (repeated !== null) faults.push({ kind: "repetition", detail: `what it said in turn ${String(repeated)}` });
  return faults;
}
