import type { Reply, ThrownRecord } from "./recording.js";

/**
 * Whether a recorded reply is an answer, which will be the same the next time, and not what a service was kept from
 * answering by: an error, a time-out, a key, a rate or a server that failed.
 */
export function isAnswer({ error, http, stream, unanswered }: Reply): boolean {
  if (unanswered !== undefined) return false;
  if (error !== undefined) return isOfWorld(error);
  const ending = http?.ending ?? stream?.ending;
  return ending?.error === undefined && (http === undefined || !isOutage(http.status));
}

/** A tool's failing that is part of its world, and what a model was paid for though it was of no use. */
const isOfWorld = ({ name, fields = {} }: ThrownRecord): boolean => name === "ToolError" || "usage" in fields;

const isOutage = (status: number): boolean => [401, 402, 403, 407, 408, 425, 429].includes(status) || status >= 500;
