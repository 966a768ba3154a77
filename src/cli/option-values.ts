/** What commander takes for a bad value; it adds the option's name. Made here, so that commander is loaded on use. */
export class BadValue extends Error {
  readonly code = "commander.invalidArgument";
}

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text.trim()) && Number.isSafeInteger(number) && number > 0) return number;
  throw new BadValue("It must be a whole number from 1.");
}

/** A positive number of seconds. */
export function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number > 0) return number;
  throw new BadValue("It must be a number of seconds above 0.");
}

/** A positive amount. */
export function amount(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isFinite(number) && number > 0) return number;
  throw new BadValue("It must be an amount above 0.");
}

/** For an option that may be given several times. */
export const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** A share from 0 to 1. */
export function share(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new BadValue("It must be a share from 0 to 1, as in 0.05.");
}
