import { createRequire } from "node:module";

/** Version of this package. */
export function packageVersion(): string {
  const require = createRequire(import.meta.url);
  return (require("../../package.json") as { version: string }).version;
}
