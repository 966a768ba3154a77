// What all the agents in this folder work with: a guide to search, bookings to look up, and rules that stand in for a
// model, so that every run is offline and the same.

const guide = [
  { id: "guide-1", text: "Bikes are due back by 18:00 on the last day of a booking." },
  { id: "guide-2", text: "A helmet is included with every bike. A child seat is 4 euros a day." },
];

const bookings = {
  "R-17": { id: "R-17", bike: "gravel", days: 2 },
  "R-18": { id: "R-18", bike: "cargo", days: 5 },
  "R-21": { id: "R-21", bike: "tandem", days: 1 },
};

/** The passages of the guide that share a word with the query. */
export async function searchGuide(query) {
  const words = query
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 3);
  return guide.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)));
}

export async function findBooking(id) {
  const booking = bookings[id];
  if (booking === undefined) throw new Error(`there is no booking ${id}`);
  return booking;
}

/** What each call of the "model" is said to have cost. */
export const tokens = { input: 20, output: 5 };

/**
 * What the model does next: calls one tool, or answers.
 * @param message what the user said last
 * @param results what the tools called since then came to, as `{ name, text }`
 * @returns `{ call: { name, args } }` or `{ text }`
 */
export function decide(message, results) {
  const done = (name) => results.find((result) => result.name === name)?.text;
  const topic = /due back|helmet/i.exec(message)?.[0].toLowerCase();
  const id = /R-\d+/.exec(message)?.[0];
  if (topic !== undefined && done("search_guide") === undefined)
    return { call: { name: "search_guide", args: { query: topic } } };
  if (id !== undefined && done("find_booking") === undefined) return { call: { name: "find_booking", args: { id } } };
  const sentences = [passagesIn(done("search_guide")), id && bookingIn(done("find_booking"), id)].filter(Boolean);
  return { text: sentences.join(" ") || "You are welcome." };
}

function passagesIn(text) {
  const passages = text === undefined ? [] : JSON.parse(text);
  return passages.map((passage) => passage.text).join(" ");
}

function bookingIn(text, id) {
  const [, bike, days] = /"bike":"(\w+)","days":(\d+)/.exec(text) ?? [];
  return bike === undefined ? `I can't find booking ${id}.` : `${id} is a ${bike} bike for ${days} days.`;
}
