import type { SeamTool } from "../../test-case/tool-seam.js";
import type { Fault } from "../fault.js";
import { onlyReads, seemsToLook } from "./reads.js";
import type { Refuse } from "./rules.js";

/** A planned fault, as whoever planned it wrote it. */
export function faulting({ kind, on, probability }: Fault): string {
  const parts = [`kind: "${kind}"`];
  if (on !== undefined) parts.push(`on: ${typeof on === "number" ? String(on) : `[${on.join(", ")}]`}`);
  if (probability !== undefined) parts.push(`probability: ${String(probability)}`);
  return `fault({ ${parts.join(", ")} })`;
}

/** What refused a call. */
export const refusing = ({ isDefault }: Refuse): string =>
  isDefault === true ? 'interceptTools(…, { writes: "refuse" })' : "refuse() in interceptTools";

/** What a refused call is told. Of one that may be no more than a look it says how to say so. */
export function switchedOff({ name, alsoNamed = [], write }: SeamTool, { isDefault }: Refuse): string {
  const off = `${name} is switched off and did nothing`;
  const other = alsoNamed.find((each) => each !== name && !onlyReads(each, write));
  if (isDefault === true && onlyReads(name, write) && other !== undefined)
    return `${off}: it is also ${other}, which may write. If it only reads, say so: interceptTools({ ${JSON.stringify(name)}: pass })`;
  if (isDefault !== true || write !== undefined || !seemsToLook(name)) return off;
  return `${off}: by its name it may write. If it only reads, say so: observe({ type: "tool", write: false }, …), or interceptTools({ ${JSON.stringify(name)}: pass })`;
}
