import { expect } from "chai";
import { after, goldenOf } from "./talk.js";

const clinic = goldenOf({
  opening: "I'd like to book an appointment.",
  facts: { name: "Kim Lee", date_of_birth: "1990-04-12", member_number: "M-7731" },
  unknown: ["insurance number"],
});
const flight = goldenOf({
  opening: "I want to book a flight.",
  facts: { origin: "Berlin", destination: "Paris", departure_date: "2026-05-18", passengers: 2 },
});

const three = [
  "I need: your name, your date of birth and your member number",
  "I'll need the following: name, date of birth, member number.",
  "(1) name, (2) date of birth, (3) member number",
  "1) name 2) date of birth 3) member number",
  "Please send: 1. Name 2. Date of birth 3. Member number",
  "a) name b) date of birth c) member number",
  "To book, I require (a) your name, (b) your date of birth, and (c) your member number.",
  "name / date of birth / member number?",
  "name / date of birth / member number",
  "Provide name/date of birth/member number.",
  "Name, date of birth & member number, please",
  "Name? Date of birth? Member number?",
  "Name. Date of birth. Member number.",
  "Name: Date of birth: Member number:",
  "- Name\n- Date of birth\n- Member number",
  "Name | Date of birth | Member number",
  "Required: name, DOB, member no.",
  "Info needed -> name, date of birth, member number",
  "Before I can book: name; date of birth; member number",
  "Kindly furnish me with your name, your date of birth as well as your member number.",
  "I need three things from you. First, your name. Second, your date of birth. Third, your member number.",
  "A few things: full name, date of birth, member number - could you send those?",
];
const trip = [
  "from / to / date / passengers?",
  "Where are you flying from, where to, when, and how many people?",
  "Origin, destination, date, number of passengers.",
  "I need: (1) where you fly from, (2) where you fly to, (3) the date, (4) the number of passengers",
];
const nothing = [
  "Berlin, Paris, Rome.",
  "Name: Kim. Date of birth: 1990-04-12.",
  "Your name, date of birth and member number are in our system.",
  "I have your name, date of birth and member number.",
];

describe("a list in one line, to an AgendaUser,", () => {
  for (const reply of three) {
    it(`gets all of it where it is ${JSON.stringify(reply)}`, () => {
      expect(after(clinic, [reply]))
        .to.include("Kim Lee")
        .and.to.include("1990-04-12")
        .and.to.include("M-7731");
    });
  }
  for (const reply of trip) {
    it(`gets all of it where it is ${JSON.stringify(reply)}`, () => {
      const said = after(flight, [reply]);
      expect(said).to.include("Berlin").and.to.include("Paris").and.to.include("2026-05-18").and.to.include("2");
    });
  }
  for (const reply of nothing) {
    it(`gets nothing where it asks for nothing: ${JSON.stringify(reply)}`, () => {
      expect(after(clinic, [reply])).to.not.match(/M-7731|don't know/);
    });
  }
  it("gets what is known of it, and hears what is not", () => {
    const said = after(clinic, ["Name, insurance number, member number?"]);
    expect(said)
      .to.include("Kim Lee")
      .and.to.include("M-7731")
      .and.to.match(/don't know the insurance number/);
  });

  it("gets the part of a number that is asked for among names", () => {
    const card = goldenOf({
      opening: "Block my card.",
      facts: { card_last_four: "4242", name: "Kim Lee", security_word: "tulip" },
    });
    const said = after(card, ["To block it: name / last four digits / security word."]);
    expect(said).to.include("4242").and.to.include("Kim Lee").and.to.include("tulip");
  });
  it("gets a value that is a sentence as it stands", () => {
    const leaving = goldenOf({ opening: "Cancel it.", facts: { reason: "I'm moving abroad" } });
    expect(after(leaving, ["What is the reason?"])).to.equal("I'm moving abroad.");
  });
});
