/** A W3C id of `bytes` bytes, a multiple of 4, never all zeros. Ids of spans need to differ, not to be secret. */
export function randomId(bytes: number, random: () => number = Math.random): string {
  let id = "";
  for (let index = 0; index < bytes; index += 4) {
    const four = Math.floor(random() * 0x1_0000_0000);
    id += four.toString(16).padStart(8, "0");
  }
  return /[^0]/.test(id) ? id : `${id.slice(0, -1)}1`;
}

export const newTraceId = (): string => randomId(16);
export const newSpanId = (): string => randomId(8);
