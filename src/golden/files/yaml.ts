import type * as Yaml from "yaml";
import { messageOf } from "../../errors.js";
import { yamlLibrary } from "./libraries.js";
import { locate } from "./locate.js";
import { brokenFile, listOf, type FileContent, type Row } from "./rows.js";
import { misreadNumber } from "./misread-number.js";
import { aliasFault } from "./yaml-aliases.js";

/** An array of goldens, or `{ goldens: [...] }`; YAML 1.2, so that dates and `yes` are text. Anchors and `<<` work. */
export function readYaml(text: string): FileContent {
  const parts = partsOf(text).map(readPart);
  return { rows: parts.flatMap(({ rows }) => rows), faults: parts.flatMap(({ faults }) => faults) };
}

interface Part {
  readonly text: string;
  /** Lines of the file before this part. */
  readonly before: number;
}

interface Problem {
  readonly offset: number;
  readonly message: string;
  /** The rest of the file can be trusted all the same. */
  readonly local: boolean;
}

function readPart({ text, before }: Part): FileContent {
  const { LineCounter } = yamlLibrary();
  const lines = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: line + before, character: col };
  };
  try {
    const document = parseYaml(text, lines);
    const problems = [...document.errors, ...document.warnings].map(problemOf);
    const bad = problems.find(({ local }) => !local);
    if (bad !== undefined) return brokenFile({ ...placeOf(bad.offset), message: bad.message });
    const alias = /\*\S/.test(text) ? aliasFault(document) : undefined;
    if (alias !== undefined)
      return brokenFile({ ...(alias.offset !== undefined && placeOf(alias.offset)), message: alias.message });
    const found = listOf(document.toJS({ maxAliasCount: -1 }));
    if ("message" in found) return brokenFile({ line: 1, message: found.message });
    problems.push(...misreadNumbers(document, text));
    const items = itemsOf(document, found.at);
    const locateIn = locate(text, found.at);
    const outside = problems.find(({ offset }) => !items.some((item) => holds(item, offset)));
    if (outside !== undefined) return brokenFile({ ...placeOf(outside.offset), message: outside.message });
    const rows = found.list.map((value, index): Row => {
      const own = problems.filter(({ offset }) => holds(items[index], offset));
      const faults = own.map(({ offset, message }) => ({ ...placeOf(offset), message }));
      const place: Row["place"] = (at) => {
        const { line, ...rest } = locateIn(index, at);
        return line === undefined ? rest : { ...rest, line: line + before };
      };
      return faults.length > 0 ? { faults, place } : { value, place };
    });
    return { rows, faults: [] };
  } catch (error) {
    return brokenFile({ message: `the file can't be read: ${messageOf(error)}` });
  }
}

export function parseYaml(text: string, lineCounter?: Yaml.LineCounter): Yaml.Document.Parsed {
  return yamlLibrary().parseDocument(text, {
    schema: "core",
    merge: true,
    stringKeys: true,
    prettyErrors: false,
    // At "silent" the library drops every document but the first without a word.
    logLevel: "error",
    ...(lineCounter && { lineCounter }),
  });
}

function problemOf({ code, message, pos }: Yaml.YAMLError): Problem {
  const offset = pos[0];
  switch (code) {
    case "DUPLICATE_KEY":
      return { offset, local: true, message: "the key is there twice; leave one of them" };
    case "TAG_RESOLVE_FAILED":
      return { offset, local: true, message: `${message}; write plain text, numbers, lists and objects` };
    case "MULTIPLE_DOCS":
      return { offset, local: false, message: 'a second document begins here ("---"); put all goldens into one list' };
    default: {
      const tooDeep = /call stack/.test(message) ? "it is nested too deeply" : message;
      const hint = /nested mapping|implicit/i.test(message) ? '; text that holds ": " needs quotes' : "";
      return { offset, local: false, message: `the file is not YAML: ${tooDeep}${hint}` };
    }
  }
}

function misreadNumbers(document: Yaml.Document.Parsed, text: string): Problem[] {
  if (!/\b0[\dxo]|\d{16}/.test(text)) return [];
  const problems: Problem[] = [];
  yamlLibrary().visit(document, {
    Scalar: (_, { value, source, range }) => {
      const message = typeof value === "number" ? misreadNumber(source ?? "", value) : undefined;
      if (message !== undefined) problems.push({ offset: range?.[0] ?? 0, message, local: true });
    },
  });
  return problems;
}

function itemsOf(document: Yaml.Document.Parsed, at: readonly string[]): readonly unknown[] {
  const { isAlias, isSeq } = yamlLibrary();
  const list: unknown = at.length === 0 ? document.contents : document.getIn(at, true);
  const node: unknown = isAlias(list) ? list.resolve(document) : list;
  return isSeq(node) ? node.items : [];
}

function holds(item: unknown, offset: number): boolean {
  const { isNode } = yamlLibrary();
  const range = isNode(item) ? item.range : undefined;
  return range !== undefined && range !== null && range[0] <= offset && offset < range[2];
}

/**
 * A large file that is a plain list, piece by piece: the library needs fifty times the memory of what it reads at once.
 * A line that begins with "- " starts an item, whatever the item before it held, unless anchors tie items together.
 */
function partsOf(text: string): readonly Part[] {
  const whole = [{ text, before: 0 }];
  if (
    text.length < 2 * PART ||
    !/^(?:\s*#.*[\r\n]+|\s*[\r\n]+)*- /.test(text) ||
    /[&*]\S|^(?:---|\.\.\.|%)/m.test(text)
  )
    return whole;
  const parts: Part[] = [];
  let start = 0;
  let before = 0;
  while (start < text.length) {
    const next = start + PART < text.length ? text.indexOf("\n- ", start + PART) : -1;
    const end = next === -1 ? text.length : next + 1;
    const part = text.slice(start, end);
    parts.push({ text: part, before });
    before += part.split("\n").length - 1;
    start = end;
  }
  return parts;
}

const PART = 1_000_000;
