/** A flag as a boolean, or as the text of one: `"false"` is not true. */
export function flagOf(value: unknown): boolean | undefined {
  if (value === true || value === "true") return true;
  return value === false || value === "false" ? false : undefined;
}

/** Seconds, in milliseconds to the microsecond. Undefined: not recorded, or no time that anybody waited. */
export function secondsOf(value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0) || value > 1e9) return undefined;
  return Math.round(value * 1e6) / 1e3;
}
