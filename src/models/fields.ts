/** The fields of something that a provider sent or threw; none where it is no object. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** A count that a provider states; null where it does not. */
export const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** A piece of a text for a message, on one line. */
export function excerpt(text: string, length = 300): string {
  const line = text.replace(/\s+/g, " ").trim();
  // By code points: half of a surrogate pair would spoil the reports that quote it.
  return line.length <= length ? line : `${[...line.slice(0, length)].slice(0, -1).join("")}…`;
}
