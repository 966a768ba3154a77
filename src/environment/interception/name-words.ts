/** A tool that does one thing and then another may look first. `&` and `+` say so too. */
const JOINING = new Set(["and", "or", "then", "&", "+"]);

/** What a name says, in lower case, whatever it is spelled in; without the server's name that frameworks put before it. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/^mcp__.*?__/, "")
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, "_")
    .replace(/[&+]/g, "_$&_")
    .toLowerCase()
    .split(/[^\p{L}\p{N}&+]+/u)
    .filter((word) => word !== "");

export const isJoining = (word: string): boolean => JOINING.has(word);
export const isPlural = (word: string): boolean => /[^s]s$/.test(word) || COLLECTIVE.has(word);

/** Many of something, in the singular. */
const COLLECTIVE = new Set(
  "all data inventory stock people staff children content contents directory folder media history info".split(" "),
);

/** What comes after these says of which, or where. */
const RELATING = new Set("by for in of on at from to with within near between per about".split(" "));
export const isRelating = (word: string): boolean => RELATING.has(word);
