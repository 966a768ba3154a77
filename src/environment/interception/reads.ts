/** Verbs that only look, as a tool's name begins with them. */
const LOOKING = new Set(
  "get list find search lookup look read fetch show view describe count calculate estimate think".split(" "),
);
/** A tool that does one thing and then another may look first. */
const JOINING = new Set(["and", "or", "then"]);

/**
 * Whether a tool is known only to read: since it says so, else by its name (`get_order`, `searchFlights`). What is not
 * known to read may write: better one call refused too many than one refund that is real.
 */
export function onlyReads(name: string, write: boolean | undefined): boolean {
  if (write !== undefined) return !write;
  const words = name
    .replace(/^mcp__.*?__/, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return LOOKING.has(words[0] ?? "") && !words.some((word) => JOINING.has(word));
}
