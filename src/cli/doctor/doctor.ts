import { packageVersion } from "../../evaluation/package-version.js";
import { RehearsalError } from "../../errors.js";
import { exitCodes } from "../exit-codes.js";
import { safeJson } from "../safe-output.js";
import type { Shell } from "../shell.js";
import type { DoctorFlags } from "./doctor-flags.js";
import { gatherChecks } from "./gather.js";
import { renderChecks } from "./render-checks.js";

/** `rehearsal doctor`: looks around, and tells what works, what does not, and what to do. */
export async function doctor(flags: DoctorFlags, shell: Shell): Promise<number> {
  if (flags.input !== undefined && flags.agent === undefined)
    throw new RehearsalError(
      "invalid_input",
      "--input is what is said to the agent: name that with --agent <module>, or leave --input out.",
    );
  const checks = await gatherChecks(flags, shell);
  const healthy = checks.every(({ status }) => status !== "problem");
  shell.out(
    flags.json === true
      ? `${safeJson({ rehearsal: packageVersion(), healthy, checks })}\n`
      : renderChecks(checks, { version: packageVersion(), color: shell.color, width: shell.width }),
  );
  return healthy ? exitCodes.passed : exitCodes.failed;
}
