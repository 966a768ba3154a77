import { extname } from "node:path";
import { RehearsalError } from "../../errors.js";

export const datasetFormats = ["json", "jsonl", "csv", "yaml"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

/** The format that a file's name tells. */
export function formatOf(file: string): DatasetFormat {
  const extension = extname(file).slice(1).toLowerCase();
  const format = datasetFormats.find((known) => known === (extension === "yml" ? "yaml" : extension));
  if (format !== undefined) return format;
  const name = extension === "" ? "has no extension" : `ends in .${extension}`;
  throw new RehearsalError(
    "invalid_file",
    `${file} ${name}: goldens are kept in .json, .jsonl, .csv, .yaml or .yml; rename it, or give the option format`,
  );
}
