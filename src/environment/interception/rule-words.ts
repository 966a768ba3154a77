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
export const refusing = ({ isDefault, by }: Refuse): string =>
  by ?? (isDefault === true ? 'interceptTools(…, { writes: "refuse" })' : "refuse() in interceptTools");

/** What a call is told whose tool is kept away under another name. */
export const alsoKnownAs = (name: string, other: string): string =>
  `${name} is switched off and did nothing: what it runs is also the tool ${other}, which is kept from being called, and nothing is planned for ${name}. Plan something for it too: interceptTools({ ${JSON.stringify(name)}: pass })`;

/** What a call is told that comes when its conversation is over. */
export const overRefusal = (name: string): string =>
  `${name} is switched off and did nothing: it was called in a conversation that is over. ${CARRY}`;

/** How a call is kept in the conversation that it belongs to. */
export const CARRY =
  "A call loses its conversation in queues, pools, workers and listeners that were made before, and gets into an earlier one where they were first started in a conversation: bind what they are given to call with AsyncResource.bind() or AsyncLocalStorage.snapshot(), in the turn.";

/** What a refused call is told. Of one that may be no more than a look it says how to say so. */
export function switchedOff({ name, alsoNamed = [], write, doubt }: SeamTool, { isDefault }: Refuse): string {
  const off = `${name} is switched off and did nothing`;
  const other = alsoNamed.find((each) => each !== name && !onlyReads(each, write));
  if (isDefault === true && onlyReads(name, write) && other !== undefined)
    return `${off}: it is also ${other}, which may write. If it only reads, say so: interceptTools({ ${JSON.stringify(name)}: pass })`;
  if (isDefault !== true || write !== undefined || !seemsToLook(name)) return off;
  if (doubt !== undefined) return `${off}: ${doubt}`;
  return `${off}: by its name it may write. If it only reads, say so: observe({ type: "tool", write: false }, …), or interceptTools({ ${JSON.stringify(name)}: pass })`;
}
