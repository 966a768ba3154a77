import type { Persona } from "../../test-case/persona.js";

/** A way to be, and what such a person adds to what it says. */
export interface Manner {
  readonly persona: Persona;
  readonly adds: readonly string[];
}

/** The first is the plainest: shrinking goes there. */
export const manners: readonly Manner[] = [
  { persona: { name: "Sam", characteristics: "Friendly and plain." }, adds: [] },
  { persona: { name: "Robin", characteristics: "Terse. Answers what is asked and nothing more." }, adds: [] },
  {
    persona: { name: "Ada", characteristics: "In a hurry." },
    adds: ["Quickly please, I am in a hurry.", "I have no time for this.", "It is urgent."],
  },
  {
    persona: { name: "Max", characteristics: "Angry and impatient." },
    adds: ["This is ridiculous!", "I am furious, your service is terrible!", "I want to speak to a manager!"],
  },
  {
    persona: { name: "Kim", characteristics: "Polite and grateful." },
    adds: ["Thank you so much for your help.", "Sorry to bother you.", "Take your time."],
  },
  {
    persona: { name: "Lou", characteristics: "Chatty. Tells more than is asked." },
    adds: ["My sister told me to write to you, by the way.", "It was raining all week here.", "Anyway, where were we?"],
  },
  {
    persona: { name: "Jo", characteristics: "Confused. Understands little." },
    adds: ["I am not sure that I understand.", "Which one was it again?", "Is that the same thing?"],
  },
];
