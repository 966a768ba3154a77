import { createRequire } from "node:module";
import type * as Csv from "csv-parse/sync";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);

/** Each is loaded when a file of its kind is first read: importing the package stays cheap. */
export const csvLibrary = (): typeof Csv => require("csv-parse/sync") as typeof Csv;
export const yamlLibrary = (): typeof Yaml => require("yaml") as typeof Yaml;
