import { pathOf } from "../../test-case/checking.js";
import { withoutNulls } from "./json.js";
import { jsonFault } from "./json-fault.js";
import { jsonLosses } from "./json-losses.js";
import { brokenFile, placeOfKey, type Fault, type FileContent, type Row } from "./rows.js";

/** One golden a line; blank lines are skipped. */
export function readJsonl(text: string): FileContent {
  const lines = text.split(/\r\n|\n|\r/);
  if (/^\s*\[\s*$/.test(lines.find((line) => line.trim() !== "") ?? ""))
    return brokenFile({ line: 1, message: "this is one JSON list over several lines; name the file .json" });
  const rows = lines.flatMap((line, index): Row[] => {
    if (line.trim() === "") return [];
    const place: Row["place"] = (at) => ({ line: index + 1, ...placeOfKey(at) });
    try {
      const value = withoutNulls(JSON.parse(line));
      const faults = jsonLosses(line).map(({ at, offset, message }): Fault => {
        return { line: index + 1, character: offset + 1, ...placeOfKey(at), path: pathOf(at), message };
      });
      return [faults.length > 0 ? { faults, place } : { value, place }];
    } catch {
      const { offset, message, torn } = jsonFault(line);
      const fault =
        torn && index === lines.length - 1
          ? "the last line is torn off: the file was not written to its end; complete the line or remove it"
          : `the line is not JSON: ${message}`;
      return [{ faults: [{ line: index + 1, character: offset + 1, message: fault }], place }];
    }
  });
  return { rows, faults: [] };
}

export const writeJsonl = (goldens: readonly unknown[]): string =>
  goldens.map((golden) => `${JSON.stringify(golden)}\n`).join("");
