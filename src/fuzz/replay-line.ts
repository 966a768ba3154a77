import { shellQuoted } from "../evaluation/replay.js";
import type { Stage } from "./hold.js";

export interface ReplayLineOptions {
  /** Of the golden that carries the conversation. */
  readonly id: string;
  /** Where it is kept. Undefined: nowhere. */
  readonly file: string | undefined;
  readonly agentModule?: string | undefined;
  readonly stage: Pick<Stage, "environment" | "intercept">;
}

/** What holds a conversation again, to be copied as it is: a command where the module of the agent is known, else code. */
export function replayLine({ id, file, agentModule, stage }: ReplayLineOptions): string {
  const around = ["environment", "intercept"].filter((name) => stage[name as keyof typeof stage] !== undefined);
  const of = (what: readonly string[]): string =>
    `(await replay({ ${["agent", ...around, ...what].join(", ")} })).assertNoViolations();`;
  if (file === undefined)
    return `${of(["golden"])} // golden: that of the violation ("${id}"); save: "found.yaml" keeps it`;
  if (agentModule !== undefined)
    return `npx rehearsal simulate ${[file, "--agent", agentModule, "--only", id].map(shellQuoted).join(" ")}`;
  return of([`file: ${JSON.stringify(file)}`, `only: ${JSON.stringify(id)}`]);
}
