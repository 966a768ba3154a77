export interface JsonFault {
  readonly offset: number;
  readonly message: string;
  /** Nothing is wrong but that the text ends too early. */
  readonly torn: boolean;
}

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | "comma or end" | "nothing";

const space = /[ \t\r\n]*/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const halfAWord = /^(?:|t(?:ru?)?|f(?:a|al|als)?|n(?:ul?)?|-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?)?)$/;

/** Where a text stops being JSON, and why. (What `JSON.parse` says often has no position.) */
export function jsonFault(text: string): JsonFault {
  const open: string[] = [];
  let expected: Expected = "value";
  let last = "";
  let offset = matchEnd(space, text, 0);
  for (;;) {
    const symbol = text.charAt(offset);
    const structural = symbol !== "" && "{}[]:,".includes(symbol);
    const end = structural ? offset + 1 : symbol === '"' ? stringEnd(text, offset) : matchEnd(word, text, offset);
    const next: Expected | undefined = end > offset ? follow(expected, symbol, open) : undefined;
    if (next === undefined || end === Infinity) {
      const torn = next !== undefined || (expected !== "nothing" && halfAWord.test(text.slice(offset, offset + 40)));
      return {
        offset,
        torn,
        message: torn
          ? "the text ends in the middle"
          : why(text.slice(offset, offset + 30), expected, last, open.at(-1)),
      };
    }
    expected = next;
    last = symbol;
    offset = matchEnd(space, text, end);
  }
}

/** The end of a match that begins at `from`; -1 for none. */
function matchEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const special = /["\\\u0000-\u001f]/g;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The end of the string that begins at `from`; -1 where it is broken, infinite where the text ends inside. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (found === null) return Infinity;
    if (found[0] === '"') return special.lastIndex;
    at = found[0] === "\\" ? matchEnd(escape, text, found.index) : -1;
    if (at === -1) return /^\\(?:u[\da-fA-F]{0,3})?$/.test(text.slice(found.index, found.index + 7)) ? Infinity : -1;
  }
}

/** What may follow once `symbol` came where `expected` was; undefined where it may not come. */
function follow(expected: Expected, symbol: string, open: string[]): Expected | undefined {
  const closed = (): Expected => (open.length === 0 ? "nothing" : "comma or end");
  if (symbol === "}" || symbol === "]") {
    const fits = symbol === "}" ? expected === "key or }" : expected === "value or ]";
    const opening = symbol === "}" ? "{" : "[";
    if (!fits && !(expected === "comma or end" && open.at(-1) === opening)) return undefined;
    open.pop();
    return closed();
  }
  if (symbol === ",") return expected === "comma or end" ? (open.at(-1) === "{" ? "key" : "value") : undefined;
  if (symbol === ":") return expected === ":" ? "value" : undefined;
  if (expected === "key" || expected === "key or }") return symbol === '"' ? ":" : undefined;
  if (expected !== "value" && expected !== "value or ]") return undefined;
  if (symbol !== "{" && symbol !== "[") return closed();
  open.push(symbol);
  return symbol === "{" ? "key or }" : "value or ]";
}

function why(rest: string, expected: Expected, last: string, open: string | undefined): string {
  const found = /^(?:\w+|.)/su.exec(rest)?.[0] ?? rest;
  if (last === "," && (found === "]" || found === "}")) return `the comma before "${found}" is one too many`;
  if (found === "'") return "JSON puts text in double quotes, not in single ones";
  if (rest.startsWith("//") || found === "#") return "JSON has no comments; YAML has";
  if (expected === "nothing") return `${JSON.stringify(found)} comes after the end of the value`;
  if (found === '"' && (expected.startsWith("value") || expected.startsWith("key")))
    return "the string that begins here holds a line break, a control character or a bad escape";
  if (expected === "comma or end")
    return `${JSON.stringify(found)} comes where a comma or "${open === "{" ? "}" : "]"}" belongs`;
  if (expected.startsWith("key")) return `${JSON.stringify(found)} comes where a key in double quotes belongs`;
  return `${JSON.stringify(found)} comes where ${expected === ":" ? "a colon" : "a value"} belongs`;
}
