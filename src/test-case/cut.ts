/** A text for a message: at most `most` characters, with an ellipsis for what is left out, and no half of a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** What a model answered, for a message: quoted where it is text, and its beginning only. */
export function quoteAnswer(answer: unknown): string {
  try {
    return cut(JSON.stringify(answer) ?? "nothing", 120);
  } catch {
    return "what JSON can't hold";
  }
}
