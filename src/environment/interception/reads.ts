import { wordsOf } from "../../test-case/tool-names.js";
import { getsInformation, isTold, listsSome, showsInformation } from "./information.js";
import { isJoining, isPlural, isRelating } from "./name-words.js";

/** Without the server's name that frameworks put before it. */
const wordsIn = (name: string): readonly string[] => wordsOf(name.replace(/^mcp__.*?__/, ""));

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Verbs that only look, as a tool's name begins with them. */
const LOOKING = set(
  `get list find search lookup look read fetch show view describe count calculate estimate think check`,
);

/** Words that do something, wherever they stand in a name. */
const DOING = set(`
  accept ack acknowledge act add adjust allocate append apply approve archive assign authorize backup ban bash buy cancel capture checkin clear
  commit confirm convert create deactivate debit del delete destroy disable disburse dispatch donate drop duplicate edit
  enable enroll erase eval exec execute flush forward fulfil fulfill give grant hire incr insert install invite invoke kill lock
  merge modify mutate notify out overwrite patch pause pay pop publish purge push put rebook reboot redeem register
  reimburse reinstate reject remit remove rename renew reopen replace reply reschedule reserve reset restart restore
  resume revoke rid save sell send set settle shell shut spend sql submit subscribe suspend swap sync terminate toggle tip trigger
  truncate unblock undo unlock unset unsubscribe upload upsert void wipe wire withdraw write`);

/** Things that are done: `get_refund` may look for one or make one, and `get_refund_status` looks. */
const DEEDS = set(`
  activation authorization book bonus cancellation cashback change charge checkout claim compensation credit deletion
  deposit donation exchange funds payment payout purchase redemption refund reimbursement release removal replacement
  remittance renewal return rollback sale settlement store subsidy topup transfer update upgrade withdrawal`);

/** Things and deeds by the same word: at the end of a name it is the thing, and before another word maybe the deed. */
const EITHER = set("block call close copy email issue log mark move open place post print run schedule sign stop text");

/** "Get it paid", "get the order cancelled". */
const DONE = set("bought done made paid sent sold written");
const isDone = (word: string): boolean => DONE.has(word) || /^\p{L}{2,}[^e]ed$/u.test(word);

/** Verbs by which one also comes to have, or to do, what follows: that must be information. */
const GETTING = set("get fetch find");

/** After a verb they make another of it: `check_in_bags`, `get_off`, `count_down`. */
const PARTICLE = set("across around away back down forth in into off on onto out over through up");
/** What is in something can be looked for there. */
const LOOKS_WITHIN = set("find search look lookup read");
const WITHIN = set("in into on across through");

/** Somebody gets one more than there is, or the next in line, which is then taken out. */
const MORE = set("another extra free fresh me more new next us you");

/**
 * Whether a tool is known only to read: since it says so, else by its name. That must begin with a verb that looks, and
 * no other word of it may be one that does something. By some of these verbs one also gets a thing or a deed: what is got,
 * found, shown or checked must be known as information, or be many, which is a list. What is not known to read may write:
 * better one call refused too many than one refund that is real.
 */
export function onlyReads(name: string, write: boolean | undefined): boolean {
  if (write !== undefined) return !write;
  const [verb = "", ...rest] = wordsIn(name);
  if (!LOOKING.has(verb) || rest.some((word) => isJoining(word) || DOING.has(word))) return false;
  // In letters of other alphabets any word may be hidden.
  if (rest.some((word) => /[^a-z0-9]/.test(word)) || !looksAt(verb, rest)) return false;
  return rest.every((word, index) => isHarmless(word, rest[index + 1], rest.at(-1) ?? "", verb));
}

/** Whether the verb, of what it is said, is a look. */
function looksAt(verb: string, rest: readonly string[]): boolean {
  const [first] = rest;
  if (first === undefined) return verb !== "check";
  if (verb === "look" && first !== "up" && !isRelating(first)) return false;
  const isPhrase = PARTICLE.has(first) && !(LOOKS_WITHIN.has(verb) && WITHIN.has(first));
  if (isPhrase && verb !== "look") return false;
  const last = rest.at(-1) ?? "";
  if (verb === "list") return listsSome(rest);
  if (verb === "show") return showsInformation(rest);
  if (verb === "check") return isPlural(last) || isTold(last);
  if (!GETTING.has(verb)) return true;
  const isMore = rest.some((word, index) => MORE.has(word) && index < rest.length - 1);
  return getsInformation(rest) && !(isMore && !isPlural(last) && !isTold(last));
}

/** Whether a name begins as those of tools that read do. */
export const seemsToLook = (name: string): boolean => LOOKING.has(wordsIn(name)[0] ?? "");

/** What functions are called that do whatever their tool does. */
const CALLING = set("apply exec execute invoke submit");

/** Whether a name says itself that something is done. Of names that only code knows, which mostly say nothing. */
export const saysWrite = (name: string): boolean =>
  wordsIn(name).some((word) => !CALLING.has(word) && (DOING.has(word) || DEEDS.has(word)));

function isHarmless(word: string, next: string | undefined, last: string, verb: string): boolean {
  if (DEEDS.has(word)) return next !== undefined && isTold(last);
  if (EITHER.has(word)) return next === undefined || isRelating(next) || isPlural(last) || isTold(last);
  return !(verb === "get" && isDone(word) && (next === undefined || isRelating(next)));
}
