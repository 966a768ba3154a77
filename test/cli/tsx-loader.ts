import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** What to give to `--import` in a folder that has no tsx. */
export const tsxLoader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
