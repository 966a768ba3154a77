import type { SeamTool } from "../../test-case/tool-seam.js";
import { onlyReads } from "./reads.js";

/** Whether a call may change something outside: as declared, else by its kind, else by every name that it has. */
export function mayWrite({ name, alsoNamed = [], kind = "tool", write, doubt }: Omit<SeamTool, "note">): boolean {
  if (write === undefined && kind === "retriever") return false;
  if (write === undefined && doubt !== undefined) return true;
  return ![name, ...alsoNamed].every((each) => onlyReads(each, write));
}
