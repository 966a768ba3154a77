/** Characters of a reply that are read at most, half of them from its beginning and half from its end. */
const MOST_READ = 12_000;
/** Longer lines are broken, where a sentence ends if they can be. */
const LONGEST_LINE = 800;

/**
 * A reply as far as a person would read it. Agents that go wrong say one thing over and over, and what reads clauses may
 * take time with the square of a line; so lines are short here, and what is repeated is repeated less.
 */
export function readable(reply: string): string {
  const text =
    reply.length <= MOST_READ
      ? reply
      : `${reply.slice(0, MOST_READ / 2).replace(/\S{1,100}$/, "")}\n${reply.slice(-MOST_READ / 2).replace(/^\S{1,100}/, "")}`;
  return text
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/ ?\n[\s]*/g, (gap) => (gap.indexOf("\n") === gap.lastIndexOf("\n") ? gap : "\n\n"))
    .replace(/([^\s\p{N}])\1{15,}/gu, (run) => run.slice(0, 6))
    .split("\n")
    .flatMap(broken)
    .join("\n");
}

function broken(line: string): readonly string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const pieces: string[] = [];
  for (let at = 0; at < line.length;) {
    const piece = line.slice(at, at + LONGEST_LINE);
    const last = at + LONGEST_LINE >= line.length ? piece.length : breakOf(piece);
    pieces.push(piece.slice(0, last));
    at += last;
  }
  return pieces;
}

/** After its last sentence, else at its last space, else nowhere in particular. */
function breakOf(piece: string): number {
  const sentence = Math.max(...[". ", "? ", "! "].map((stop) => piece.lastIndexOf(stop))) + 2;
  if (sentence > 1) return sentence;
  const space = piece.lastIndexOf(" ") + 1;
  return space > 0 ? space : piece.length;
}
