const plain = /^[\x20-\x7e]*$/;
/** East Asian wide and full-width blocks; the terminal gives each of their characters two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f\u20e3/u;
const marksOnly = /^[\p{M}\p{Cf}]+$/u;
/** Colours that we added ourselves take no column. */
const ours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

let segmenter: Intl.Segmenter | undefined;
/** How many UTF-16 units are segmented at a time: the engine copies the whole text for each segment that it finds. */
const CHUNK = 512;

/** What a person takes for one character each; one of more than a chunk is taken apart. */
export function graphemesOf(text: string): string[] {
  if (plain.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const graphemes: string[] = [];
  for (let at = 0; at < text.length;) {
    const atEnd = at + CHUNK >= text.length;
    const end = atEnd || !isInsidePair(text, at + CHUNK) ? at + CHUNK : at + CHUNK + 1;
    const found = Array.from(segmenter.segment(text.slice(at, end)), (it) => it.segment);
    // The last one may go on in the next chunk, so it begins there anew.
    const whole = atEnd || found.length === 1 ? found : found.slice(0, -1);
    for (const grapheme of whole) graphemes.push(grapheme);
    at += whole.reduce((sum, { length }) => sum + length, 0);
  }
  return graphemes;
}

const isInsidePair = (text: string, index: number): boolean => {
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff;
};

const columnsOf = (grapheme: string): number => {
  if (marksOnly.test(grapheme)) return 0;
  return emoji.test(grapheme) || wide.test(grapheme) ? 2 : 1;
};

/** How many columns of a terminal a line takes, as nearly as can be told without asking it. */
export function textWidth(line: string): number {
  const bare = line.replace(ours, "");
  return plain.test(bare) ? bare.length : graphemesOf(bare).reduce((sum, grapheme) => sum + columnsOf(grapheme), 0);
}

export const padEnd = (line: string, width: number): string => line + " ".repeat(Math.max(0, width - textWidth(line)));

/** Cuts a line to a width, with an ellipsis; never inside a character. */
export function truncate(line: string, width: number): string {
  if (textWidth(line) <= width) return line;
  let kept = "";
  let columns = 0;
  for (const grapheme of graphemesOf(line)) {
    columns += columnsOf(grapheme);
    if (columns > width - 1) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** A line that is too long, broken at `width`: what follows its first `column` characters continues below them. */
export function hang(line: string, width: number, column: number): string[] {
  if (textWidth(line) <= width) return [line];
  const space = /^ */.exec(line.slice(column))?.[0] ?? "";
  const [first = "", ...rest] = wrap(line.slice(column).trimStart(), Math.max(20, width - column - 2));
  return [line.slice(0, column) + space + first, ...rest.map((piece) => " ".repeat(column + 2) + piece)];
}

/** Breaks a line into lines of at most `width` columns: at spaces, else after commas as in JSON, else anywhere. */
export function wrap(line: string, width: number): string[] {
  if (textWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = "";
  for (const { glue, text } of line.split(spaces).flatMap((word) => piecesOf(word, width))) {
    const joined = current === "" ? text : current + glue + text;
    if (textWidth(joined) <= width) current = joined;
    else {
      lines.push(current);
      current = text;
    }
  }
  return [...lines, current];
}

/** A number stays with its unit. */
const spaces = / +(?!ms\b)/;

/** What may be put on a line of its own, and what joins it to what is before it. */
interface Piece {
  readonly glue: "" | " ";
  readonly text: string;
}

function piecesOf(word: string, width: number): Piece[] {
  if (textWidth(word) <= width) return [{ glue: " ", text: word }];
  const parts = word.split(/(?<=,)/).flatMap((part) => cut(part, width));
  return parts.map((text, index) => ({ glue: index === 0 ? " " : "", text }));
}

function cut(part: string, width: number): string[] {
  if (textWidth(part) <= width) return [part];
  const pieces: string[] = [];
  let current = "";
  let columns = 0;
  for (const grapheme of graphemesOf(part)) {
    const more = columnsOf(grapheme);
    if (columns + more > width && current !== "") {
      pieces.push(current);
      [current, columns] = ["", 0];
    }
    current += grapheme;
    columns += more;
  }
  return [...pieces, current];
}
