import { createRequire } from "node:module";
import type * as Yaml from "yaml";

const require = createRequire(import.meta.url);

/** Loaded when a file of its kind is first read: importing the package stays cheap. */
export const yamlLibrary = (): typeof Yaml => require("yaml") as typeof Yaml;
