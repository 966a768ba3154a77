/**
 * JSON text, told apart from any other by its type. Messages are put together from it, so that arguments go on record to
 * the letter: their numbers may be longer than JavaScript's.
 */
export type Json = string & { readonly [spelled]: true };
declare const spelled: unique symbol;

export const json = (text: string): Json => JSON.stringify(text) as Json;

/** An object of the fields that are known. The names are ours, and need no escaping. */
export function objectOf(fields: Readonly<Record<string, Json | undefined>>): Json {
  let text = "";
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) text += `${text === "" ? "" : ","}"${name}":${value}`;
  }
  return `{${text}}` as Json;
}

export const listOfJson = (items: readonly Json[]): Json => `[${items.join(",")}]` as Json;
