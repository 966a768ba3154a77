import type { TracingStatus } from "../../tracing/provider/status.js";
import { note, ok, problem, type Check } from "./check.js";

/** How tracing stood before anything was done, and how it stands once Rehearsal has prepared it. */
export interface TracingFacts {
  readonly before: TracingStatus;
  readonly after: TracingStatus;
}

const howToLoad = "To check your own set-up, load it: NODE_OPTIONS='--import ./your-tracing.js' npx rehearsal doctor";

export function tracingChecks({ before, after }: TracingFacts): Check[] {
  return [providerCheck(before, after), contextCheck(before, after)];
}

function providerCheck(before: TracingStatus, after: TracingStatus): Check {
  const name = "tracer provider";
  if (after.secondApi) {
    return problem(
      name,
      "a second copy of @opentelemetry/api is loaded that can't share it, so its spans are not seen",
      advice(after),
    );
  }
  if (after.provider === "none") {
    return problem(name, "none, and Rehearsal could not set its own", advice(after, "Report this as a bug."));
  }
  if (before.provider === "none") return note(name, "none here: Rehearsal sets its own at the first run", howToLoad);
  if (before.provider === "ours") return ok(name, "Rehearsal's own");
  return after.recorder === "recorder"
    ? ok(name, "yours, with a TraceRecorder")
    : note(name, "yours: Rehearsal listens in by a tee", advice(after));
}

function contextCheck(before: TracingStatus, after: TracingStatus): Check {
  const name = "context manager";
  switch (after.contextManager) {
    case "user's":
      return ok(name, "yours");
    case "ours":
      return ok(name, before.contextManager === "none" ? "none here: Rehearsal sets its own" : "Rehearsal's own");
    case "private":
      return problem(name, "the registered one does not carry context", advice(after));
    case "none":
      return problem(name, "none, and Rehearsal could not set its own", advice(after, "Report this as a bug."));
  }
}

const advice = ({ notes }: TracingStatus, otherwise = ""): string => notes.join(" ") || otherwise;
