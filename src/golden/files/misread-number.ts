/** Why a number that stands in a file as `source` is not the number that was meant, as far as that can be told. */
export function misreadNumber(source: string, value: number): string | undefined {
  const lost = Number.isInteger(value) && /^[-+]?\d+$/.test(source) && source.replace("+", "") !== String(value);
  if (!lost || !(Math.abs(value) > Number.MAX_SAFE_INTEGER || /^[-+]?0\d/.test(source))) return undefined;
  return `${source} would be read as the number ${String(value)}; put it in quotes to keep it as it is written`;
}
