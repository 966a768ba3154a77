type Version = readonly [major: number, minor: number, patch: number];

function parseVersion(text: string): Version | null {
  const match = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * Whether a version lies in a range. Reads what our package.json uses of the npm syntax: `^`, `>=`, `<`, a bare
 * version, several at once, alternatives by `||`. Null: one of the two can't be read.
 */
export function inRange(version: string, range: string): boolean | null {
  const actual = parseVersion(version);
  if (actual === null) return null;
  const alternatives = range
    .replaceAll(/(>=|<|\^)\s+/g, "$1")
    .split("||")
    .map((alternative) => {
      const answers = alternative
        .trim()
        .split(/\s+/)
        .map((comparator) => holds(actual, comparator));
      return answers.includes(null) ? null : answers.every((answer) => answer === true);
    });
  return alternatives.includes(true) ? true : alternatives.includes(null) ? null : false;
}

function holds(actual: Version, comparator: string): boolean | null {
  const [, operator = "", text = ""] = /^(\^|>=|<)?(.+)$/.exec(comparator) ?? [];
  const bound = parseVersion(text);
  if (bound === null) return null;
  const order = compare(actual, bound);
  if (operator === ">=") return order >= 0;
  if (operator === "<") return order < 0;
  if (operator === "^") return order >= 0 && actual[0] === bound[0] && (bound[0] > 0 || actual[1] === bound[1]);
  return order === 0;
}
