const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A W3C id of `bytes` bytes, never all zeros. Ids of spans need to differ, not to be secret. */
export function randomId(bytes: number, random: () => number = Math.random): string {
  let id = "";
  for (let index = 0; index < bytes; index++) id += hex[Math.floor(random() * 256)] ?? "00";
  return /[^0]/.test(id) ? id : `${id.slice(0, -1)}1`;
}

export const newTraceId = (): string => randomId(16);
export const newSpanId = (): string => randomId(8);
