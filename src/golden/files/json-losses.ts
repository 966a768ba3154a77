import { MAX_DEPTH } from "../../test-case/json.js";
import { misreadNumber } from "./misread-number.js";
import { cut } from "../../test-case/cut.js";

/** What `JSON.parse` drops or changes without a word. */
export interface JsonLoss {
  /** The keys that lead to it. */
  readonly at: readonly (string | number)[];
  readonly offset: number;
  readonly message: string;
}

interface Open {
  /** The keys so far; undefined in a list. */
  readonly keys?: Set<string>;
  at: string | number;
  expectsKey: boolean;
}

const number = /-?\d[^\s,\]}]*/y;

/** The losses in a text that `JSON.parse` accepts, in order: all but the last of equal keys, and digits of large integers. */
export function jsonLosses(text: string): JsonLoss[] {
  const losses: JsonLoss[] = [];
  const open: Open[] = [];
  const lose = (offset: number, message: string): void => {
    losses.push({ at: open.slice(0, MAX_DEPTH).map(({ at }) => at), offset, message });
  };
  let inner: Open | undefined;
  for (let offset = 0; offset < text.length; offset += 1) {
    const symbol = text[offset];
    if (symbol === '"') {
      const end = stringEnd(text, offset);
      if (inner?.expectsKey === true) {
        inner.expectsKey = false;
        inner.at = keyIn(text.slice(offset, end + 1));
        if (inner.keys?.has(inner.at) === true)
          lose(offset, `the key ${shown(inner.at)} is there twice; leave one of them`);
        inner.keys?.add(inner.at);
      }
      offset = end;
    } else if (symbol === "{" || symbol === "[") {
      inner = symbol === "{" ? { keys: new Set(), at: "", expectsKey: true } : { at: 0, expectsKey: false };
      open.push(inner);
    } else if (symbol === "}" || symbol === "]") {
      open.pop();
      inner = open.at(-1);
    } else if (symbol === "," && inner !== undefined) {
      if (typeof inner.at === "number") inner.at += 1;
      else inner.expectsKey = true;
    } else if (symbol === "-" || (symbol !== undefined && symbol >= "0" && symbol <= "9")) {
      number.lastIndex = offset;
      const source = number.exec(text)?.[0] ?? "-";
      const message = source.length < 16 ? undefined : misreadNumber(source, Number(source));
      if (message !== undefined) lose(offset, message);
      offset += source.length - 1;
    }
  }
  return losses;
}

/** Where the quote that ends a sound string stands. */
function stringEnd(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

/** The same key may be written in several ways. */
const keyIn = (quoted: string): string =>
  quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);

const shown = (key: string): string => JSON.stringify(cut(key, 60));
