import { wordsOf } from "../../test-case/tool-names.js";
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
  accept add adjust allocate append apply approve archive assign authorize backup ban buy cancel capture checkin clear
  commit confirm convert create deactivate debit del delete destroy disable disburse dispatch donate drop duplicate edit
  enable enroll erase execute flush forward fulfil fulfill give grant hire incr insert install invite invoke kill lock
  merge modify mutate notify out overwrite patch pause pay pop publish purge push put rebook reboot redeem register
  reimburse reinstate reject remit remove rename renew reopen replace reply reschedule reserve reset restart restore
  resume revoke rid save sell send set settle shut spend submit subscribe suspend swap sync terminate toggle tip trigger
  truncate unblock undo unlock unset unsubscribe upload upsert void wipe wire withdraw write`);

/** Things that are done: `get_refund` may look for one or make one, and `get_refund_status` looks. */
const DEEDS = set(`
  activation authorization book bonus cancellation cashback change charge checkout claim compensation credit deletion
  deposit donation exchange payment payout purchase redemption refund reimbursement release removal
  remittance renewal return rollback sale settlement store subsidy topup transfer update upgrade withdrawal`);

/** Things and deeds by the same word: at the end of a name it is the thing, and before another word maybe the deed. */
const EITHER = set("block call close copy email issue log mark move open place post print run schedule sign stop text");

/** What can be told of a thing and can't be done. */
const TELLING = set(`
  amount amounts availability balance balances calendar category categories code codes conditions cost costs count
  currency currencies date dates deadline deadlines description detail details eligibility event events fee fees flights
  guidelines history hours id ids info information limit limits list location locations metadata method methods name
  names number numbers option options overview policies policy price prices progress quote quotes rate rates reason
  reasons records report reports request requests requirements rule rules schema schedules state stats statistics status
  statuses summary templates terms time times total totals type types window`);

/** "Get it paid", "get the order cancelled". */
const DONE = set("bought done made paid sent sold written");
const isDone = (word: string): boolean => DONE.has(word) || /^\p{L}{2,}[^e]ed$/u.test(word);

/**
 * Whether a tool is known only to read: since it says so, else by its name. That must begin with a verb that looks, and
 * no other word of it may be one that does something. What is not known to read may write: better one call refused too
 * many than one refund that is real.
 */
export function onlyReads(name: string, write: boolean | undefined): boolean {
  if (write !== undefined) return !write;
  const [verb = "", ...rest] = wordsIn(name);
  if (!LOOKING.has(verb) || rest.some((word) => isJoining(word) || DOING.has(word))) return false;
  if (verb === "list" && !listsSome(rest)) return false;
  if (verb === "look" && rest[0] !== undefined && rest[0] !== "up" && !isRelating(rest[0])) return false;
  if (verb === "check" && !isPlural(rest.at(-1) ?? "") && !TELLING.has(rest.at(-1) ?? "")) return false;
  return rest.every((word, index) => isHarmless(word, rest[index + 1], rest.at(-1) ?? "", verb));
}

/** Whether a name begins as those of tools that read do. */
export const seemsToLook = (name: string): boolean => LOOKING.has(wordsIn(name)[0] ?? "");

/** What functions are called that do whatever their tool does. */
const CALLING = set("apply execute invoke submit");

/** Whether a name says itself that something is done. Of names that only code knows, which mostly say nothing. */
export const saysWrite = (name: string): boolean =>
  wordsIn(name).some((word) => !CALLING.has(word) && (DOING.has(word) || DEEDS.has(word)));

/** `list_orders` reads; `list_product` may offer it for sale. */
function listsSome(rest: readonly string[]): boolean {
  const place = rest.findIndex(isRelating);
  const what = (place < 0 ? rest : rest.slice(0, place)).at(-1);
  return what === undefined ? rest.length === 0 : isPlural(what) || TELLING.has(what);
}

function isHarmless(word: string, next: string | undefined, last: string, verb: string): boolean {
  if (DEEDS.has(word)) return next !== undefined && TELLING.has(last);
  if (EITHER.has(word)) return next === undefined || isRelating(next) || isPlural(last) || TELLING.has(last);
  return !(verb === "get" && isDone(word) && (next === undefined || isRelating(next)));
}
