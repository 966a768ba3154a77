import { cut } from "../../test-case/cut.js";

/** Why a number that stands in a file as `source` is not the number that was meant, as far as that can be told. */
export function misreadNumber(source: string, value: number): string | undefined {
  if (!/^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i.test(source) || !isLost(source.replace("+", ""), value)) return undefined;
  const shown = cut(source, 60);
  return `${shown} would be read as the number ${String(value)}; put it in quotes to keep it as it is written`;
}

function isLost(source: string, value: number): boolean {
  if (/^-?0\d/.test(source)) return true;
  // As it is written by JavaScript, it was such a number before.
  if (Number.isSafeInteger(value) || source === String(value)) return false;
  return !Number.isFinite(value) || BigInt(source) !== BigInt(value);
}
