import { expect } from "chai";
import { after, goldenOf } from "./talk.js";

type Golden = ReturnType<typeof goldenOf>;
const clinic = goldenOf({
  opening: "I'd like to book an appointment.",
  facts: { doctor: "Dr. Smith", day: "Monday", time: "10:00", full_name: "Kim Lee", location: "Berlin clinic" },
});
const practice = goldenOf({
  opening: "I need an appointment.",
  facts: { physician: "Dr. Anna Smith", date: "2026-03-16", appointment_time: "3 pm" },
});
const table = goldenOf({
  opening: "Please book a table.",
  facts: { guests: 4, restaurant: "Luigi's", city: "Hamburg" },
});
const parcel = goldenOf({
  opening: "My parcel is late.",
  facts: { recipient: "Kim Lee", sender: "Acme Ltd", weight: "2 kg", pickup_location: "Main Street shop" },
});
const desk = goldenOf({
  opening: "Please reset my password.",
  facts: { manager: "Paula Green", office: "Munich", lost_since: "Tuesday" },
});
const town = goldenOf({
  opening: "I'd like to register my new address.",
  facts: { household_size: 3, rent: "800 euros", old_city: "Cologne", move_in_date: "2026-02-03" },
});

const told: readonly (readonly [Golden, question: string, values: readonly string[]])[] = [
  [clinic, "Who is your doctor?", ["Dr. Smith"]],
  [clinic, "Which doctor are you seeing?", ["Dr. Smith"]],
  [clinic, "Whom would you like to see?", ["Dr. Smith"]],
  [clinic, "Who's your appointment with?", ["Dr. Smith"]],
  [clinic, "Where would you like to be seen?", ["Berlin clinic"]],
  [clinic, "When would you like to come?", ["Monday", "10:00"]],
  [clinic, "What day?", ["Monday"]],
  [clinic, "Which day and what time?", ["Monday", "10:00"]],
  [practice, "Which doctor do you usually see?", ["Dr. Anna Smith"]],
  [practice, "What is your preferred date?", ["2026-03-16"]],
  [table, "How many of you?", ["4"]],
  [table, "How many people?", ["4"]],
  [table, "What is the number of guests?", ["4"]],
  [table, "Where would you like to eat?", ["Luigi's"]],
  [parcel, "Who sent it?", ["Acme Ltd"]],
  [parcel, "How heavy is it?", ["2 kg"]],
  [parcel, "Where would you like to pick it up?", ["Main Street shop"]],
  [desk, "Who do you report to?", ["Paula Green"]],
  [desk, "Where do you work?", ["Munich"]],
  [town, "How many people live in the household?", ["3"]],
  [town, "How much is the rent?", ["800 euros"]],
  [town, "Where did you live before?", ["Cologne"]],
  [town, "When did you move in?", ["2026-02-03"]],
];
const notKnown: readonly (readonly [Golden, question: string])[] = [
  [clinic, "Who is your landlord?"],
  [clinic, "Where did you lose it?"],
  [clinic, "When did you notice it?"],
  [clinic, "How many children do you have?"],
  [table, "How many bags do you have?"],
  [parcel, "Who damaged it?"],
  [desk, "Who else has access?"],
  [town, "Where did you buy it?"],
];

describe("a question by its word, to an AgendaUser,", () => {
  for (const [golden, question, values] of told) {
    it(`gets ${values.join(" and ")} where it is ${JSON.stringify(question)}`, () => {
      const said = after(golden, [question]);
      for (const value of values) expect(said).to.include(value);
      expect(said).to.not.include("don't know");
    });
  }
  for (const [golden, question] of notKnown) {
    it(`gets no fact that does not answer it where it is ${JSON.stringify(question)}`, () => {
      expect(after(golden, [question])).to.match(/don't know/);
    });
  }
});
