import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a call was written. */
export interface Location {
  /** Relative to the working directory where it is below it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The frames of the stack above `below`, as text. To be taken at once when a public function is called: after an await
 * the frames of the caller are gone.
 */
export function callerFrames(below: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Math.max(limit, 30);
  Error.captureStackTrace(holder, below);
  // The text is made when first read, and in here.
  const stack = holder.stack ?? "";
  Error.stackTraceLimit = limit;
  return stack
    .split("\n")
    .filter((line) => /^\s+at\s/.test(line))
    .join("\n");
}

/** The frames that are the user's own: not of Node, not of a package. */
export const userLocations = (frames: string, cwd: string): Location[] =>
  frames.split("\n").flatMap((frame) => {
    const [, path, line, column] = /(?:\(|\bat (?:async )?)((?:file:\/\/)?[^()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    if (path === undefined || path.startsWith("node:") || /[\\/]node_modules[\\/]/.test(path)) return [];
    return [{ file: near(path, cwd), line: Number(line), column: Number(column) }];
  });

/** The path as a person writes it: relative to the working directory where it is below it. */
export function near(path: string, cwd: string): string {
  const file = path.startsWith("file://") ? fileURLToPath(path) : path;
  const short = relative(cwd, file);
  return short === "" || short.startsWith("..") ? file : short;
}
