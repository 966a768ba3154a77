/** A tool that does one thing and then another may look first. `&` and `+` say so too. */
const JOINING = new Set(["and", "or", "then", "&", "+"]);

export const isJoining = (word: string): boolean => JOINING.has(word);
export const isPlural = (word: string): boolean => /[^s]s$/.test(word) || COLLECTIVE.has(word);

/** Many of something, in the singular. */
const COLLECTIVE = new Set(
  "all data inventory stock people staff children content contents directory folder media history info".split(" "),
);

/** What comes after these says of which, or where. */
const RELATING = new Set("by for in of on at from to with within near between per about".split(" "));
export const isRelating = (word: string): boolean => RELATING.has(word);
