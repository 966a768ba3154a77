import { note, ok, problem, type Check } from "./check.js";
import { sharesWith } from "../../tracing/provider/api-copies.js";
import type { ApiCopy } from "./api-copies.js";
import type { InstalledPackage } from "./installed-packages.js";
import { inRange } from "./version-range.js";

export function nodeCheck(version: string, range: string): Check {
  return inRange(version, range) === true
    ? ok("Node", version)
    : problem("Node", `${version}, and Rehearsal needs ${range}`, "Install a Node in that range.");
}

/** An optional package: absent is fine. */
export function peerCheck(
  name: string,
  installed: InstalledPackage | null,
  range: string,
  nodeVersion = process.versions.node,
): Check {
  if (installed === null) return note(name, "not installed (optional)");
  const { version, node } = installed;
  switch (inRange(version, range)) {
    case true:
      return node !== undefined && inRange(nodeVersion, node) === false
        ? note(
            name,
            `${version}, which asks for Node ${node}; this is ${nodeVersion}`,
            "It may fail in places: run a Node in that range, or a version of it that is made for this one.",
          )
        : ok(name, version);
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
export function apiCheck(
  ours: InstalledPackage | null,
  yours: InstalledPackage | null,
  range: string,
  nested: readonly ApiCopy[] = [],
): Check {
  const name = "@opentelemetry/api";
  const install = `npm install "${name}@${range}"`;
  if (ours === null) return problem(name, "not installed, and nothing can be traced without it", install);
  if (inRange(ours.version, range) !== true) {
    return problem(name, `${ours.version}, and Rehearsal works with ${range}`, install);
  }
  const deaf = nested.filter(({ version, folder }) => folder !== ours.folder && !sharesWith(version, ours.version));
  if (deaf.length > 0) return deafCheck(name, ours.version, deaf, install);
  if (yours === null || yours.folder === ours.folder) {
    const others = nested.filter(({ folder }) => folder !== ours.folder);
    if (others.length === 0) return ok(name, `${ours.version}, one copy`);
    return note(
      name,
      `${ours.version}, and ${listed(others)}, which share its provider, but not with what took its tracer before that was registered`,
      "npm dedupe makes them one. Or register your provider before your instrumentations are made.",
    );
  }
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

/** Copies in packages that will hear nothing of what is registered here. */
function deafCheck(name: string, version: string, deaf: readonly ApiCopy[], install: string): Check {
  const newest = deaf.reduce((a, b) => (sharesWith(a.version, b.version) ? b : a));
  const sameMajor = majorOf(newest.version) === majorOf(version);
  const why = sameMajor
    ? "A newer copy gets no tracer from an older one"
    : "Copies of different majors have a provider each";
  const advice = sameMajor
    ? `npm install "${name}@^${newest.version}" gives all the newest (then npm dedupe; what stays nested needs "overrides", in pnpm "pnpm.overrides")`
    : `${install}, and "overrides" (in pnpm "pnpm.overrides") for who has the other`;
  return problem(
    name,
    `Rehearsal gets ${version}, but ${listed(deaf)}. ${why}: spans of those packages are not seen`,
    advice,
  );
}

const listed = (copies: readonly ApiCopy[]): string => {
  const shown = copies.slice(0, 5).map(({ by, version, path }) => `${by} has its own ${version} (${path})`);
  return [...shown, ...(copies.length > 5 ? [`${String(copies.length - 5)} more`] : [])].join(", ");
};

const majorOf = (version: string): string => version.split(".")[0] ?? "";
const minorOf = (version: string): string => version.split(".").slice(0, 2).join(".");
