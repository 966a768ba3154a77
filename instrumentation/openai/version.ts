import { isObject, quietly, reportInstrumentation } from "../../src/tracing/instrument.js";

const RANGE = ">=4 <8";

/** The version that a client or a class of openai says it is, in its user agent. */
export function versionOf(client: object): string | undefined {
  const agent: unknown = quietly("reading the version of openai", (): unknown => {
    const holder: unknown = typeof client === "function" ? client.prototype : client;
    const tell: unknown = isObject(holder) ? holder.getUserAgent : undefined;
    return typeof tell === "function" ? Reflect.apply(tell, holder, []) : undefined;
  });
  return typeof agent === "string" ? /\/JS (\d\S*)/.exec(agent)?.[1] : undefined;
}

/** Warns once of a version that this was not made for: it may record nothing, and nobody would know why. */
export function checkVersion(version: string | undefined, warn: (note: string) => void = warnOfVersion): void {
  const major = version === undefined ? undefined : Number.parseInt(version, 10);
  const isKnown = major === undefined || (major >= 4 && major < 8);
  const note = `rehearsal/instrumentation/openai is made for openai ${RANGE}, and this is ${version ?? "another"}: its calls may not be recorded. Install a version of openai in that range, or a newer rehearsal.`;
  const isNews = reportInstrumentation({
    name: "openai",
    version: version ?? null,
    range: RANGE,
    ...(isKnown ? {} : { note }),
  });
  if (isNews && !isKnown) warn(note);
}

const warnOfVersion = (note: string): void =>
  process.emitWarning(note, { type: "RehearsalWarning", code: "REHEARSAL_OPENAI_VERSION" });
