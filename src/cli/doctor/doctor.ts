import { packageVersion } from "../../evaluation/package-version.js";
import { exitCodes } from "../exit-codes.js";
import { safeJson } from "../safe-output.js";
import type { Shell } from "../shell.js";
import type { DoctorFlags } from "./doctor-flags.js";
import { gatherChecks } from "./gather.js";
import { renderChecks } from "./render-checks.js";

/** `rehearsal doctor`: looks around, and tells what works, what does not, and what to do. */
export async function doctor(flags: DoctorFlags, shell: Shell): Promise<number> {
  const checks = await gatherChecks(flags, shell);
  const healthy = checks.every(({ status }) => status !== "problem");
  shell.out(
    flags.json === true
      ? `${safeJson({ rehearsal: packageVersion(), healthy, checks })}\n`
      : renderChecks(checks, { version: packageVersion(), color: shell.color, width: shell.width }),
  );
  return healthy ? exitCodes.passed : exitCodes.failed;
}
