import type { AnyGolden } from "../any-golden.js";
import { readCsv } from "./csv.js";
import { writeCsv } from "./csv-write.js";
import type { DatasetFormat } from "./format.js";
import { readJson, writeJson } from "./json.js";
import { readJsonl, writeJsonl } from "./jsonl.js";
import type { FileContent } from "./rows.js";
import { readYaml } from "./yaml.js";
import { writeYaml } from "./yaml-write.js";

export function readText(text: string, format: DatasetFormat, customColumns?: readonly string[]): FileContent {
  switch (format) {
    case "json":
      return readJson(text);
    case "jsonl":
      return readJsonl(text);
    case "csv":
      return readCsv(text, customColumns);
    case "yaml":
      return readYaml(text);
  }
}

export function writeText(goldens: readonly AnyGolden[], format: DatasetFormat): string {
  switch (format) {
    case "json":
      return writeJson(goldens);
    case "jsonl":
      return writeJsonl(goldens);
    case "csv":
      return writeCsv(goldens);
    case "yaml":
      return writeYaml(goldens);
  }
}
