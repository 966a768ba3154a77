import { posix, win32 } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The URL by which a module that was named on the command line can be imported. A Windows path is no URL, although
 * `import()` would take its drive letter for a scheme.
 *
 * @example
 * moduleUrl("agents\\support.js", "C:\\work", true); // file:///C:/app/agents/support.js
 */
export function moduleUrl(named: string, cwd: string, windows: boolean = process.platform === "win32"): string {
  if (named.startsWith("file:")) return named;
  const path = (windows ? win32 : posix).resolve(cwd, named);
  return pathToFileURL(path, { windows }).href;
}

export const modulePath = (url: string): string => fileURLToPath(url);
