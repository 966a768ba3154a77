import { stemsOf } from "./tokens.js";

/** A piece of information that agents commonly ask for. */
export interface CommonSlot {
  /** The names of a fact that is this slot, as stems. */
  readonly keys: readonly string[];
  /** How agents ask for it; the keys ask for it too. */
  readonly phrases: readonly string[];
  /** Keys of the slots that it is a kind or a part of: they answer for it where the golden does not give it. */
  readonly within: readonly string[];
}

/** The ways to ask for the number of a thing, all as stems: "order number", "ID of your order", "which order". */
export function numbersOf(...things: readonly string[]): readonly string[] {
  const words = ["id", "number", "no", "code", "reference", "ref", "identifier", "reference number", "id number"];
  return things.flatMap((thing) => [
    ...words.map((word) => `${thing} ${word}`),
    ...["id", "number", "code", "reference"].flatMap((word) =>
      ["of your", "of the", "for your", "for the", "on your", "on the"].map((of) => `${word} ${of} ${thing}`),
    ),
    `which ${thing}`,
    `what ${thing}`,
  ]);
}

const slot = (keys: string, phrases = "", { numbers = "", within = "" } = {}): CommonSlot => ({
  keys: split(keys),
  phrases: [...split(phrases), ...numbersOf(...split(numbers))],
  within: split(within),
});
/** "Where can I send the confirmation?" */
const sendingTo = ["can", "should", "may", "shall"]
  .flatMap((may) => ["i", "we"].flatMap((who) => ["send", "email"].map((send) => `where ${may} ${who} ${send}`)))
  .flatMap((asks) =>
    ["confirmation", "receipt", "invoice", "link", "code", "details"].flatMap((what) => [
      `${asks} the ${what}`,
      `${asks} your ${what}`,
      `${asks} you the ${what}`,
    ]),
  )
  .join("|");
const split = (list: string): string[] => (list === "" ? [] : list.split("|").map((name) => stemsOf(name)));

/**
 * What agents commonly ask for, by the phrases that ask for it. Slots that a golden does not give matter too: "email
 * address" is taken by the email, so that no postal address is told for it. Made when first used.
 */
export const commonSlots = (): ReadonlyMap<string, CommonSlot> => (made ??= byPhrase());
let made: ReadonlyMap<string, CommonSlot> | undefined;

function byPhrase(): ReadonlyMap<string, CommonSlot> {
  const found = new Map<string, CommonSlot>();
  for (const common of all()) {
    for (const phrase of [...common.keys, ...common.phrases]) if (!found.has(phrase)) found.set(phrase, common);
  }
  return found;
}

const all = (): readonly CommonSlot[] => [
  slot(
    "order id|order number|order",
    "order confirmation number|number on your confirmation|number on the confirmation",
    {
      numbers: "order|purchase|receipt|invoice",
    },
  ),
  slot(
    "reservation id|reservation number|reservation|booking id|booking number|booking reference|booking|confirmation number|confirmation code|pnr",
    "record locator|booking confirmation number|reservation confirmation number",
    { numbers: "reservation|booking|confirmation" },
  ),
  slot("user id|user|username|user name|login|customer id|customer number|member id|membership number", "login name", {
    numbers: "user|customer|client|member|membership|profile",
  }),
  slot("account number|account id|account", "", { numbers: "account", within: "user id" }),
  slot("iban|bank account|bank account number|sort code", "account iban|bank details", { within: "account number" }),
  slot("email|email address|mail", `mail address|contact email|email id|email account|${sendingTo}`),
  slot(
    "phone|phone number|telephone|telephone number|mobile|mobile number|cell",
    "cell phone|cell phone number|cell number|contact number|mobile phone|mobile phone number|callback number|number to call|number can we reach|number can i reach|number to reach|number can we call|number can i call|number should we call|number should i call|number to ring|where can we call you|where can i call you",
  ),
  slot(
    "name|full name|customer name|user full name",
    "who am i speaking|whom am i speaking|who am i talking|who am i chatting|who i am speaking|whom i am speaking|who i am talking|who are you|name on the account|name on the order|name on the reservation|name on the booking|first and last name|first name and last name",
  ),
  slot("first name|given name|forename", "", { within: "name" }),
  slot("last name|surname|family name", "", { within: "name" }),
  slot("company|company name|business name|employer", "organization name|organisation name|which company|what company"),
  slot(
    "item|product|item name|product name",
    "which item|what item|which product|what product|which one|what did you order|what did you buy|what did you purchase|what have you ordered|what have you bought|what was ordered",
  ),
  slot("address|postal address|home address|street address", "where do you live|residential address"),
  slot(
    "shipping address|delivery address|mailing address",
    "where should we send|where should we ship|where should we deliver|where would you like it delivered|where would you like it sent|address for delivery|where was it shipped|where was it sent|where was it delivered|where did we ship it|where did we send it|where is it going|where did it go",
    { within: "address" },
  ),
  slot("billing address", "", { within: "address" }),
  slot("zip|zip code|postcode|postal code|post code", "", { within: "address" }),
  slot(
    "doctor|physician|gp|general practitioner|practitioner",
    "which doctor|what doctor|which physician|whom would you like to see|who would you like to see|who do you want to see|whom do you want to see|who are you seeing|whom are you seeing|who do you usually see|who treat you|who is your appointment with|who is the appointment with|name of your doctor",
  ),
  slot("manager|line manager|supervisor|boss", "who do you report to|who is your boss|name of your manager"),
  slot("date of birth|dob|birth date|birthdate|birthday", "when were you born"),
  slot("date", "when did|when was|when were|when is|when do|when would|when will|when are|when should|when have", {
    within: "day",
  }),
  slot(
    "purchase date|order date",
    "date of purchase|date of the purchase|date of your purchase|date of the order|date of your order|when did you buy|when did you order|when did you purchase|when was it bought",
    { within: "date" },
  ),
  slot(
    "travel date|departure date",
    "date of travel|date of departure|when do you want to fly|when would you like to fly|when do you want to travel|when would you like to travel|when are you flying|when are you travelling",
    { within: "date|new date|old date" },
  ),
  slot("new date|new day", "", { within: "date" }),
  slot(
    "day|preferred day|preferred date|desired date|appointment date|appointment day",
    "when is|when do|when would|when will|when are|when should|what day|which day|on which date|what date|which date|what day work|which day work|what date work|which date work|what day suit|which day suit|what day would suit|which day would suit",
    { within: "date|new date|preferred time" },
  ),
  slot("old date|current date|original date|previous date", "", { within: "date" }),
  slot(
    "preferred time|appointment time|appointment slot|availability|time",
    "what time work|which time work|what time suit|when would suit|what would suit|what time would suit|when suit|when works|when are you available|when are you free|when can you come|when would you like to come|when would you like it|when should we come|what time|which time",
    { within: "day" },
  ),
  slot(
    "reason|cause|problem|issue|symptom|complaint|reason for visit|reason for call",
    "what bring you|why|what happened|what is wrong|what was wrong|what went wrong|what is the matter|what is the problem|what is the issue|what seems to be the problem|what seems to be the issue|how come",
  ),
  slot(
    "payment method|payment id|payment|payment type|method of payment|form of payment",
    "how would you like to pay|how do you want to pay|how did you pay|how will you pay|how will you be paying|how are you paying|mode of payment|which card|what card|which payment|what payment",
  ),
  slot(
    "card number|credit card number|credit card|card",
    "debit card number|number of your card|number on your card|card details",
  ),
  slot(
    "amount|price|total|sum",
    "how much did|how much was|how much were|how much money|how much would you|how much do you",
  ),
  slot(
    "quantity|count|number of items",
    "how many items|how many units|how many of them|how many pieces|how many would you|how many do you",
  ),
  slot("item id|product id|sku", "item number|product number|product code|article number"),
  slot("serial number", "serial|serial no"),
  slot("tracking number|tracking id|tracking code", "parcel number|shipment number|tracking no|tracking reference"),
  slot("flight number|flight id|flight", "", { numbers: "flight" }),
  slot(
    "flight type|trip type",
    "one way or round trip|one way or a round trip|round trip or one way|round trip or a one way|type of trip|type of flight",
  ),
  slot(
    "origin|departure city|departure airport",
    "flying from|departing from|leaving from|travelling from|traveling from|city of departure|from where|where from|where you fly from|where you are flying from",
  ),
  slot(
    "destination|destination city|arrival city|arrival airport",
    "flying to|travelling to|traveling to|where to|where you fly to|where you are flying to|where would you like to go|where do you want to go|where are you going|where would you like to fly|where do you want to fly",
  ),
  slot(
    "cabin|cabin class|travel class",
    "class of service|which class|what class|fare class|class of travel|which cabin|what cabin",
  ),
  slot(
    "passengers|number of passengers|guests|number of guests|party size|household size|group size|number of people|people|number of persons|persons|travelers|attendees|number of attendees",
    "how many passengers|how many people|how many guests|how many persons|how many adults|how many of you|how many will you be|how many are you|how many travelers|size of your party|size of the party|size of your household|size of the household|size of your group|who is travelling|who is traveling|who will be travelling|who will be traveling|passenger details",
  ),
  slot(
    "total baggages|bags|baggage|checked bags|luggage|number of bags",
    "how many bags|how many suitcases|how many checked bags|how many pieces of luggage|number of checked bags|total number of bags|total bags",
  ),
  slot(
    "insurance|travel insurance|insurer",
    "insurance provider|insurance company|health insurance|who is your insurer",
  ),
  slot(
    "recipient|payee|beneficiary|receiver|recipient name",
    "who should receive|who will receive|who is going to receive|who receive it|who is it for|who is it going to|who is the money for|to whom|whom should i send|who should i send|whom should we send|who should we send|who do you want to send|who would you like to send|name of the recipient",
  ),
];
