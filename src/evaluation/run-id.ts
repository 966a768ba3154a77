import { randomBytes } from "node:crypto";

/**
 * An id for a run: the time it began, so that names sort by age, and a random end, so that runs that begin together
 * differ. It is a directory's name on every system.
 */
export const newRunId = (startedAtMs: number, random: () => string = randomEnd): string =>
  `${new Date(startedAtMs).toISOString().replace(/[-:.]/g, "")}-${random()}`;

const randomEnd = (): string => randomBytes(4).toString("hex");
