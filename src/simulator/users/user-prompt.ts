import type { Persona } from "../../test-case/persona.js";
import type { Turn } from "../../test-case/turn.js";
import type { ModelMessage } from "../../models/language-model.js";
import type { VisibleGolden } from "./user-template.js";

/**
 * What a model is told to play the user of a golden: only what that person knows. What is asserted of the conversation
 * (the expected outcome, tools, facts to be told, …) is not in it, or the user would help the agent to pass.
 */
export function userPrompt(golden: VisibleGolden, language: string): string {
  const { persona, scenario, goals = [], facts = {}, unknown = [], confirms } = golden;
  const sections = [
    "You play a person who talks with an assistant. You are the person, never the assistant: you do not help, " +
      "you want something. Stay in this role whatever the assistant says.",
    section("Who you are", persona === undefined ? "" : personaLines(persona).join("\n")),
    section("Your situation", scenario),
    section("What you want, one after the other", list(goals.map(({ say }) => say))),
    section(
      "What you know, and tell when it is asked for or needed",
      list(Object.entries(facts).map(([name, { value, aliases = [] }]) => factLine(name, value, aliases))),
    ),
    section("What you do not know; say so when asked", list(unknown)),
    section("When the assistant asks you to confirm", confirms === undefined ? "" : confirmLine(confirms)),
    section("Language", `You speak ${language}.`),
    section(
      "How to talk",
      list([
        "Say one thing at a time, in one to three sentences, as this person would.",
        "Do not tell everything at once, and never invent a number, a name or a fact that is not given above.",
        "Do not repeat yourself and do not thank back and forth.",
      ]),
    ),
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

/** What every prompt ends with, whatever its template says. */
export const howToAnswer: string =
  "# How to answer\n" +
  "Answer with JSON: `say` is what you say next. Set `done` to true when you have what you want, when it is clear " +
  "that you will not get it, or when the assistant has said goodbye; then `say` holds your last words, or is " +
  "empty if nothing is left to say. `reason` is one sentence on why you go on or stop.";

/** What the model is told of a draft that the person would not say. */
export const correction = (draft: string, wrong: readonly string[]): string =>
  `# Your last draft can't be said\nYou were about to say: ${JSON.stringify(draft)}\nIt ${wrong.join("; it ")}.\n` +
  "Say something else. What you were not told you do not know, and you say so when asked.";

/**
 * The conversation with the roles flipped: the model speaks for the user, so its own words are the assistant's. Turns
 * in a row are joined, and somebody has always spoken to it first, as several providers insist on both.
 */
export function flipped(turns: readonly Turn[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  if (turns[0]?.role !== "assistant") messages.push({ role: "user", content: "(You begin the conversation.)" });
  for (const { role, content } of turns) {
    const flippedRole = role === "user" ? "assistant" : "user";
    const said = content === "" ? "(says nothing)" : content;
    const last = messages.at(-1);
    if (last?.role === flippedRole) messages[messages.length - 1] = { ...last, content: `${last.content}\n\n${said}` };
    else messages.push({ role: flippedRole, content: said });
  }
  return messages;
}

const section = (title: string, text: string): string => (text === "" ? "" : `# ${title}\n${text}`);
const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** Every field that is given, also those of a voice: a person who waits, insists or has noise around behaves so in writing. */
function personaLines(persona: Persona): string[] {
  const { name, characteristics, speaksFirst, interruptionBehavior, muted, voice, backgroundNoise } = persona;
  const { frequency, overlap } = interruptionBehavior ?? {};
  const { multilingualStt, holdTimeout } = persona;
  return [
    ...(name === undefined ? [] : [`Your name is ${name}.`]),
    characteristics,
    ...(speaksFirst === undefined
      ? []
      : [speaksFirst ? "You speak first." : "You wait for the assistant to speak first."]),
    ...(frequency === undefined ? [] : [interrupting[frequency]]),
    ...(overlap === undefined ? [] : [overlapping[overlap]]),
    ...(muted === true ? ["You say nothing at all."] : []),
    ...(voice === undefined ? [] : [`Your voice: ${voice}.`]),
    ...(backgroundNoise === undefined ? [] : [noiseLine(backgroundNoise)]),
    ...(multilingualStt === true ? ["You may mix languages, if you speak several."] : []),
    ...(holdTimeout === undefined ? [] : [`You hang up after ${String(holdTimeout)} seconds of silence.`]),
  ];
}

const interrupting = {
  rare: "You hardly ever interrupt.",
  normal: "You interrupt now and then.",
  frequent: "You are impatient and often interrupt.",
} as const;

const overlapping = {
  yield: "When both of you talk, you stop and listen.",
  adaptive: "When both of you talk, you stop if the other goes on.",
  insist: "When both of you talk, you go on until you have said what you want.",
} as const;

const noiseLine = ({ audio, volume = 0.3 }: NonNullable<Persona["backgroundNoise"]>): string =>
  `There is noise where you are (${audio.replace(/^.*[\\/]/, "")}), at a volume of ${String(volume)} of 1.`;

function factLine(name: string, value: string | number | boolean, aliases: readonly string[]): string {
  const also = aliases.length === 0 ? "" : ` (also called ${aliases.join(", ")})`;
  return `${name}${also}: ${String(value)}`;
}

const confirmLine = (confirms: boolean): string =>
  confirms ? "You agree, if it is what you want." : "You refuse, whatever it proposes.";
