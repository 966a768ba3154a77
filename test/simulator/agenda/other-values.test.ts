import { expect } from "chai";
import { after, goldenOf } from "./talk.js";

type Golden = ReturnType<typeof goldenOf>;
const clinic = goldenOf({
  opening: "I'd like to book an appointment.",
  facts: { doctor: "Dr. Smith", day: "Monday", time: "10:00", full_name: "Kim Lee", location: "Berlin clinic" },
});
const practice = goldenOf({
  opening: "I need to see my doctor. Please book it.",
  facts: { physician: "Dr. Anna Smith", date: "2026-03-16", appointment_time: "3 pm", patient_name: "Kim Lee" },
});
const table = goldenOf({
  opening: "Please book a table.",
  facts: { guests: 4, day: "Friday", time: "19:30", restaurant: "Luigi's", city: "Hamburg", name: "Kim Lee" },
});
const haircut = goldenOf({
  opening: "I'd like to book a haircut.",
  facts: { stylist: "Maria", slot: "Thursday morning", salon_location: "Leeds" },
});
const locker = goldenOf({ opening: "My parcel is late.", facts: { pickup_location: "Main Street shop" } });
const meeting = goldenOf({
  opening: "Please schedule a meeting.",
  facts: { manager: "Paula Green", when: "Wednesday afternoon", office: "Munich" },
});
const room = goldenOf({
  opening: "I want to book a room.",
  facts: { check_in: "2026-05-18", check_out: "2026-05-20", city: "Rome" },
});
const registration = goldenOf({
  opening: "I'd like to register my new address.",
  facts: { new_address: "9 Oak Avenue, Bonn", move_in_date: "2026-02-03", household_size: 3, old_city: "Cologne" },
});
const errand = goldenOf({
  opening: "Please send me a technician.",
  facts: {
    term: "24 months",
    hotel: "Hotel Alba",
    neighbour: "Mrs. Gray",
    floor: 3,
    license_plate: "B-KL 204",
    street: "Oak Avenue",
  },
});
const contract = goldenOf({ opening: "I want to cancel my contract.", facts: { end_date: "2026-12-31" } });
const bags = goldenOf({ opening: "I want a refund.", facts: { total_bags: 3 } });
const replacement = goldenOf({
  opening: "Please send a replacement.",
  facts: { complaint: "The order that was due on Monday at 9 am in Leeds never came." },
});

const others: readonly (readonly [Golden, reply: string, own: string])[] = [
  [clinic, "Shall I book you with Dr. Lee?", "Dr. Smith"],
  [clinic, "shall i book dr lee on monday", "Dr. Smith"],
  [clinic, "Dr. Brown is free on Monday at 10:00. Shall I book it?", "Dr. Smith"],
  [clinic, "I can offer Dr. Lee on Monday.", "Dr. Smith"],
  [clinic, "I have booked you with Dr. Lee on Monday.", "Dr. Smith"],
  [clinic, "Please confirm: Dr. Lee, Monday, 10:00.", "Dr. Smith"],
  [clinic, "Your doctor is Dr. Lee, right?", "Dr. Smith"],
  [clinic, "Shall I book Dr. Smith for Tuesday?", "Monday"],
  [clinic, "Tuesday at 10:00 is free. Shall I book it?", "Monday"],
  [clinic, "How about Tuesday?", "Monday"],
  [clinic, "- Doctor: Dr. Smith\n- Day: Tuesday\n- Time: 10:00\nIs that correct?", "Monday"],
  [clinic, "Shall I put you down for 4 o'clock?", "10:00"],
  [clinic, "Shall I book it for the evening?", "10:00"],
  [clinic, "Shall I book you in our Hamburg clinic?", "Berlin clinic"],
  [clinic, "Shall I book it for Tom Miller?", "Kim Lee"],
  [practice, "I'll book Dr. Anna Brown for March 16 at 3 pm, okay?", "Dr. Anna Smith"],
  [practice, "Shall I book Tuesday?", "2026-03-16"],
  [practice, "Dr. Smith on Tuesday, March 16, at 3 pm?", "2026-03-16"],
  [practice, "Shall I book 3 am?", "3 pm"],
  [practice, "Shall I book the morning?", "3 pm"],
  [table, "Table for 5 on Friday?", "4"],
  [table, "Shall I book a table for six?", "4"],
  [table, "Shall I reserve at Mario's in Hamburg?", "Luigi's"],
  [table, "We have a table at Luigi's in Berlin. Shall I book it?", "Hamburg"],
  [table, "Shall I book lunch at noon?", "19:30"],
  [haircut, "Shall I book you with Jenny on Thursday morning?", "Maria"],
  [haircut, "Shall I book Thursday at 3 pm?", "Thursday morning"],
  [haircut, "Shall I book you in with Maria in York?", "Leeds"],
  [locker, "Shall I have it sent to the Station Road shop?", "Main Street shop"],
  [meeting, "Shall I schedule it with Tom Black on Wednesday afternoon?", "Paula Green"],
  [meeting, "You are in the Hamburg office, right?", "Munich"],
  [room, "Shall I book from Tuesday to Thursday?", "2026-05-18"],
  [registration, "Shall I register you at 9 Oak Avenue, Berlin?", "9 Oak Avenue, Bonn"],
  [registration, "Shall I register it from March 3?", "2026-02-03"],
  [errand, "Shall I send one for 36 months?", "24 months"],
  [errand, "Shall I send one to Hotel Sol?", "Hotel Alba"],
  [errand, "Shall I send one with Mr. Brown?", "Mrs. Gray"],
  [errand, "Shall I send one to the second floor?", "3"],
  [errand, "Shall I send one for B-KL 205?", "B-KL 204"],
  [errand, "Shall I send one to Elm Street?", "Oak Avenue"],
  [contract, "I'll cancel it per November 30, 2026, correct?", "2026-12-31"],
  [table, "For 3 on Friday?", "4"],
];
const same: readonly (readonly [Golden, reply: string])[] = [
  [clinic, "Shall I book you with Dr. Smith on Monday at 10 am?"],
  [clinic, "Shall I book Monday morning with Smith?"],
  [clinic, "Shall I book you at our Berlin clinic on Monday?"],
  [clinic, "Shall I book it, and send you a letter by Tuesday?"],
  [clinic, "Shall I book it and email you the details in PDF?"],
  [clinic, "Shall I book it now? The clinic is closed on Sundays."],
  [clinic, "Good afternoon! Shall I book Monday at ten o'clock?"],
  [practice, "I'll book Dr. Smith for Monday, March 16, at 3 pm, okay?"],
  [practice, "Shall I book you with Dr. Smith at 15:00?"],
  [table, "Shall I book a table for four on Friday at 7:30 pm?"],
  [table, "Shall I book Luigi's in Hamburg for Friday evening?"],
  [haircut, "Shall I book you with Maria on Thursday at 9 am?"],
  [meeting, "Shall I schedule it in the Munich office and invite Paula via Outlook?"],
  [room, "Shall I book from Monday to Wednesday in Rome?"],
  [errand, "Shall I send one to the third floor of Hotel Alba within 12 months?"],
  [table, "For four on Friday, under Lee. Correct?"],
  [bags, "Shall I refund $12.34?"],
  [replacement, "Shall I send it on Thursday at 3 pm?"],
];

describe("an AgendaUser whose facts name a person, a place or a time", () => {
  for (const [golden, reply, own] of others) {
    it(`says no, and its own, to ${JSON.stringify(reply)}`, () => {
      const said = after(golden, [reply]);
      expect(said).to.match(/^No\b/).and.to.include(own);
    });
  }
  for (const [golden, reply] of same) {
    it(`agrees to ${JSON.stringify(reply)}`, () => {
      expect(after(golden, [reply])).to.match(/^Yes\b/);
    });
  }
});
