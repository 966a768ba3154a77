import { isPlural, isRelating } from "./name-words.js";

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** What can be told of a thing and can't be done. */
const TELLING = set(`
  amount amounts availability balance balances calendar category categories code codes conditions cost costs count
  currency currencies date dates deadline deadlines description detail details eligibility event events fee fees flights
  guidelines history hours id ids info information limit limits list location locations metadata method methods name
  names number numbers option options overview page pages policies policy price prices progress quote quotes rate rates reason
  reasons record records report reports request requests requirements rule rules schema schedules score scores state stats statistics status
  statuses summary templates terms time times total totals type types window`);

/** What is kept on record and read there. (A loan, a card, a ticket, a voucher or an agent may be what one gets.) */
const RECORDS = set(`
  account activity address airport album answer article artist asset attribute author bill body booking book branch brand
  capabilities cart case catalog cell channel chart city class column comment commit company component config
  configuration contact content context contract conversation country course coverage customer data database dataset default definition
  department device diff directory distance doc document documentation duration element email employee entity entry env error
  example exception explanation feed field file flight folder forecast form formula graph group guest guide health
  hotel html identity image index input instance inventory invoice issue item job journal json key knowledge language layout lead
  level line log manual map markdown me media member memory menu metric mode model movie network news node note
  object order organization output owner page parameter part party path patient pdf person phone photo picture plan
  player playlist position post preference product profile project property question rank ranking rating readme
  recipe recommendation region repo repository reservation resource response restaurant result review role room route
  row sample schedule school score screenshot segment sensor session setting shipment site size sku snapshot song source
  spec state statement step stock stop store story structure student subject suggestion supplier syllabus symbol system
  table tag task team temperature text thread timeline timezone title topic total tracking traffic transaction transcript
  tree trip unit url usage user value variable vehicle vendor version video view warehouse warranty weather website wiki
  workspace xml year zip`);

/** The noun of what a verb is said of, before what says of which, or where. */
function nounOf(rest: readonly string[]): string | undefined {
  const place = rest.findIndex(isRelating);
  return (place < 0 ? rest : rest.slice(0, place)).at(-1);
}

/** What is looked up by these is there already. */
const KEYS = set("code email id ids key name number sku slug uid uuid zip");

export const isTold = (word: string): boolean => TELLING.has(word);

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, "");

const isKnown = (word: string): boolean => TELLING.has(word) || RECORDS.has(word) || RECORDS.has(singular(word));

/** Whether what is got is information: what is told or kept on record; or many of something, which is a list of them. */
export function getsInformation(rest: readonly string[]): boolean {
  const noun = nounOf(rest);
  if (noun !== undefined && (isKnown(noun) || isPlural(noun))) return true;
  return rest.some((word, index) => word === "by" && KEYS.has(rest[index + 1] ?? ""));
}

/** Whether what is shown is information. What is no record may be put on somebody's screen. */
export function showsInformation(rest: readonly string[]): boolean {
  const noun = nounOf(rest);
  return noun !== undefined && isKnown(noun);
}

/** `list_orders` reads; `list_product` may offer it for sale, and `list_shares_on_market` some. */
export function listsSome(rest: readonly string[]): boolean {
  const noun = nounOf(rest);
  return noun === undefined ? rest.length === 0 : !rest.includes("on") && (isPlural(noun) || TELLING.has(noun));
}
