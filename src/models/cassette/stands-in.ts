/** Whether a text is a value of what is given, or within one. Looked through when first asked. */
export function standsIn(given: unknown): (text: string) => boolean {
  let texts: readonly string[] | undefined;
  return (text) => (texts ??= leavesOf(given)).some((each) => each.includes(text));
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}
