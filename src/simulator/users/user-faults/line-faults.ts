import { denialIn } from "./against-golden.js";
import { corpusOf, type Corpus } from "./corpus.js";
import { inventedIn } from "./invented-facts.js";
import { repeatedTurn } from "./repetition.js";
import { flipIn } from "./role-flip.js";
import type { SaidLine, UserFault } from "./user-fault.js";

/** Characters of a line that are checked. Nobody says more in one breath, and a model that goes wrong may say it for ever. */
const MOST_CHECKED = 8000;

/**
 * What is wrong with a line, before it is said; of a longer one than 8000 characters, with its beginning. Values are found in any language, the rest in English and a few
 * others.
 */
export function lineFaults(line: SaidLine): readonly UserFault[] {
  const known = corpusOf(line.golden);
  for (const { content } of line.turns) known.add(content);
  return faultsOf(line, known.add(line.told ?? ""));
}

/** The same against what is known to be known. */
export function faultsOf(whole: SaidLine, known: Corpus): readonly UserFault[] {
  const { say, golden } = whole;
  const line = { ...whole, say: say.slice(0, MOST_CHECKED) };
  if (say.trim() === "") return [{ kind: "empty", detail: "no words at all" }];
  const faults: UserFault[] = inventedIn(line.say, golden, known).map(({ what, text }) => ({
    kind: "invented_fact",
    detail: `the ${what} "${text}"`,
  }));
  const flip = flipIn(line);
  if (flip !== null) faults.push({ kind: "role_flip", detail: `"${flip}"` });
  const denial = denialIn(line);
  if (denial !== null) faults.push({ kind: "denial", detail: denial });
  const repeated = repeatedTurn(whole);
  if (repeated !== null) faults.push({ kind: "repetition", detail: `what it said in turn ${String(repeated)}` });
  return faults;
}
