import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageVersion } from "../../files/package-version.js";

/**
 * Whether a copy of the OpenTelemetry API gets what a copy of another version registered: of the same major, and of no
 * newer minor (its own rule, `isCompatible` in its `internal/semver`). Otherwise it records nothing, without a word.
 */
export function sharesWith(version: string, registered: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(registered)];
  if (own === undefined || other === undefined) return version === registered;
  return own[0] === other[0] && own[1] <= other[1];
}

const numbersOf = (version: string): readonly [major: number, minor: number] | undefined => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(version) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
};

const entry = /[\\/]@opentelemetry[\\/]api[\\/]build[\\/]src[\\/]index\.js$/;

/** Versions of the copies that were loaded in this process; what bundlers have put elsewhere is not seen. */
export function loadedApiVersions(
  loaded: readonly string[] = Object.keys(createRequire(import.meta.url).cache),
): readonly string[] {
  return loaded
    .filter((file) => entry.test(file))
    .flatMap((file) => packageVersion(join(dirname(file), "../..")) ?? []);
}
