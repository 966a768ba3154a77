/** A path as RFC 6901 writes it: `/items/0/price`; empty for the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
