import { parseOrText } from "../../src/tracing/instrument.js";

/** JSON text, told apart from any other by its type. */
export type Json = string & { readonly [isJson]: true };
declare const isJson: unique symbol;

export const json = (text: string): Json => JSON.stringify(text) as Json;

/** Text that is JSON itself, to the letter. Where it is broken, or too odd to be read again, it is a mere text. */
export const jsonOrText = (text: string): Json => (parseOrText(text) === text ? json(text) : (text as Json));

/** Text that a model or a server wrote as JSON: it goes on record to the letter, since its numbers may be longer than ours. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A part of a message. Strings don't change, so it keeps what it is while nobody has spelled it. */
export interface Part {
  readonly [field: string]: Spellable | undefined;
}
export type Spellable = string | Written | Part | readonly Spellable[];

/** What is undefined is left out. The names of fields are ours, and need no escaping. */
export function spell(value: Spellable): Json {
  if (typeof value === "string") return json(value);
  if (value instanceof Written) return jsonOrText(value.text);
  if (isList(value)) return `[${value.map(spell).join(",")}]` as Json;
  let text = "";
  for (const name in value) {
    const field = value[name];
    if (field !== undefined) text += `${text === "" ? "" : ","}"${name}":${spell(field)}`;
  }
  return `{${text}}` as Json;
}

const isList = (value: Spellable): value is readonly Spellable[] => Array.isArray(value);
