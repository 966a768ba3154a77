/** A day, or a moment of it, as ISO 8601 writes it. */
export interface IsoDate {
  readonly day: string;
  /** Seconds since midnight; null where only a day is given. */
  readonly seconds: number | null;
  /** In milliseconds since the epoch; null where no time or no zone is given. */
  readonly instant: number | null;
}

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Null where the text is no date of ISO 8601: other ways of writing one are ambiguous. */
export function readIsoDate(written: string): IsoDate | null {
  const [, day, hours, minutes, seconds = "0", zone] = FORMAT.exec(written.trim()) ?? [];
  if (day === undefined || !isDay(day)) return null;
  if (hours === undefined || minutes === undefined) return { day, seconds: null, instant: null };
  const ofDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return null;
  const offset = zone === undefined ? null : offsetSeconds(zone);
  return {
    day,
    seconds: ofDay,
    instant: offset === null ? null : Date.parse(`${day}T00:00:00Z`) + (ofDay - offset) * 1000,
  };
}

function isDay(day: string): boolean {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}

function offsetSeconds(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/**
 * Whether both are the same. An expected day is any moment of it (as written, or in `zone`), but a day is no moment that
 * is expected; two moments where they are the same instant, or where neither has a zone and both read the same.
 */
export function sameIsoDate(actual: IsoDate, expected: IsoDate, zone: string | undefined): boolean {
  const [a, e] = zone === undefined ? [actual, expected] : [inZone(actual, zone), inZone(expected, zone)];
  if (e.seconds === null) return a.day === e.day;
  if (a.seconds === null) return false;
  if (zone === undefined && a.instant !== null && e.instant !== null) return a.instant === e.instant;
  // Without a declared zone, a moment that has one and a moment that has none can't be compared.
  if (zone === undefined && (a.instant === null) !== (e.instant === null)) return false;
  return a.day === e.day && Math.abs(a.seconds - e.seconds) < 1e-6;
}

/** The clock on the wall of `zone` at that instant; a date without an instant is taken to be of that zone already. */
function inZone(date: IsoDate, zone: string): IsoDate {
  if (date.instant === null) return date;
  const fraction = (date.seconds ?? 0) % 1;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const part = (type: string) =>
    format.formatToParts(date.instant ?? 0).find((found) => found.type === type)?.value ?? "";
  const seconds = Number(part("hour")) * 3600 + Number(part("minute")) * 60 + Number(part("second")) + fraction;
  return { day: `${part("year")}-${part("month")}-${part("day")}`, seconds, instant: date.instant };
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
