/** The code of a hexadecimal digit. */
const digit = (value: number): number => value + (value < 10 ? 48 : 87);

/** Eight digits. By their codes, since `toString(16)` of numbers above 2^31 takes twenty times as long. */
function eightDigits(bits: number): string {
  return String.fromCharCode(
    digit(bits >>> 28),
    digit((bits >>> 24) & 15),
    digit((bits >>> 20) & 15),
    digit((bits >>> 16) & 15),
    digit((bits >>> 12) & 15),
    digit((bits >>> 8) & 15),
    digit((bits >>> 4) & 15),
    digit(bits & 15),
  );
}

/** A W3C id of `bytes` bytes, a multiple of 4, never all zeros. Ids of spans need to differ, not to be secret. */
export function randomId(bytes: number, random: () => number = Math.random): string {
  let id = "";
  let seen = 0;
  for (let index = 0; index < bytes; index += 4) {
    const bits = (random() * 0x1_0000_0000) >>> 0;
    seen |= bits;
    id += eightDigits(bits);
  }
  return seen === 0 ? `${id.slice(0, -1)}1` : id;
}

export const newTraceId = (): string => randomId(16);
export const newSpanId = (): string => randomId(8);
