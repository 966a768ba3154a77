/** Pieces of one text without what the patterns find in the whole: the mark goes to the piece in which that begins. */
export function redactPieces(texts: readonly string[], patterns: readonly RegExp[], mark: string): string[] {
  return patterns.reduce<string[]>(
    (pieces, pattern) => {
      const found = [...pieces.join("").matchAll(pattern)].filter(([match]) => match !== "" && match !== mark);
      if (found.length === 0) return pieces;
      let start = 0;
      return pieces.map((piece) => {
        const from = start;
        start += piece.length;
        let kept = "";
        let at = from;
        for (const { 0: match, index } of found) {
          const end = index + match.length;
          if (end <= from || index >= start) continue;
          kept += piece.slice(at - from, Math.max(index, at) - from) + (index >= from ? mark : "");
          at = Math.min(end, start);
        }
        return kept + piece.slice(at - from);
      });
    },
    [...texts],
  );
}
