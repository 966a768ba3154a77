import { note, ok, problem, type Check } from "./check.js";
import type { InstalledPackage } from "./installed-packages.js";
import { inRange } from "./version-range.js";

export function nodeCheck(version: string, range: string): Check {
  return inRange(version, range) === true
    ? ok("Node", version)
    : problem("Node", `${version}, and Rehearsal needs ${range}`, "Install a Node in that range.");
}

/** An optional package: absent is fine. */
export function peerCheck(name: string, installed: InstalledPackage | null, range: string): Check {
  if (installed === null) return note(name, "not installed (optional)");
  const { version } = installed;
  switch (inRange(version, range)) {
    case true:
      return ok(name, version);
    case false:
      return problem(
        name,
        `${version}, and Rehearsal works with ${range}`,
        `npm install --save-dev "${name}@${range}"`,
      );
    case null:
      return note(name, `version ${version}, which can't be compared with ${range}`);
  }
}

/**
 * The OpenTelemetry API keeps its providers in a global slot that copies share, unless the copy that reads is of a newer
 * minor than the one that registered: it then gets a provider that records nothing, without a word.
 */
export function apiCheck(ours: InstalledPackage | null, yours: InstalledPackage | null, range: string): Check {
  const name = "@opentelemetry/api";
  const install = `npm install "${name}@${range}"`;
  if (ours === null) return problem(name, "not installed, and nothing can be traced without it", install);
  if (inRange(ours.version, range) !== true) {
    return problem(name, `${ours.version}, and Rehearsal works with ${range}`, install);
  }
  if (yours === null || yours.folder === ours.folder) return ok(name, `${ours.version}, one copy`);
  const copies = `two copies: your code gets ${yours.version}, Rehearsal ${ours.version}`;
  if (
    inRange(yours.version, `^${minorOf(ours.version)}`) === true &&
    minorOf(yours.version) !== minorOf(ours.version)
  ) {
    return problem(name, `${copies}. A newer copy may get no spans from an older one`, `npm dedupe, or ${install}`);
  }
  return inRange(yours.version, range) === true
    ? note(
        name,
        `${copies}. They share a provider, but not with what took its tracer before that was registered`,
        "npm dedupe makes them one. Or register your provider before your instrumentations are made.",
      )
    : problem(name, copies, install);
}

const minorOf = (version: string): string => version.split(".").slice(0, 2).join(".");
