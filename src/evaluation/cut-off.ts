import { sentencesOf } from "../test-case/sentences.js";
import { repliesOf } from "../test-case/agent-turns.js";
import type { ConversationalTestCase, EndReason } from "../test-case/conversational-test-case.js";
import { counted } from "../test-case/counted.js";
import { cut } from "../test-case/cut.js";
import { isConversational, type MetricResult, type TestCase } from "../test-case/metric.js";
import type { Blame } from "./blame.js";
import { showsSomething } from "./hollow-pass.js";
import type { CaseResult } from "./run-record.js";

/**
 * Whose fault it is that something is missing where a setting of the test ended the conversation. Undefined: none did.
 *
 * The rule: it is the test's where all that failed is missing and the agent was waiting for the user, since the last that
 * it said asks for something, for the first or second time, and it had had fewer turns than conversations usually may
 * take. Else the agent had its chance: it did something wrong, asked for nothing, or went in circles. Either way both are
 * said: what ended the conversation, and how many turns the agent had.
 */
export function forCutOff(failed: readonly MetricResult[], testCase: TestCase): Blame | undefined {
  if (!isConversational(testCase) || testCase.endReason === undefined) return undefined;
  const setting = settingOf(testCase.endReason);
  if (setting === undefined) return undefined;
  const [first] = failed;
  // The step that failed is what ended it.
  if (first?.name === "Script") return undefined;
  const what = first?.field ?? first?.name ?? "what is asserted";
  const { turns, asks } = lastWords(testCase);
  const had = `the agent had ${counted(turns, "turn")}`;
  if (!failed.every(isMissing)) return { party: "agent", reason: `${what} did not hold; ${setting}, and ${had}.` };
  const chance = chanceOf(testCase);
  if (chance === undefined)
    return {
      party: "test",
      reason: `${capital(setting)} before what ${what} expects could come: ${had}, and had just asked "${asks ?? ""}".`,
    };
  return { party: "agent", reason: `${what} did not hold: ${setting}, but ${had} and ${chance}.` };
}

/**
 * That a setting of the test ended a conversation while its agent waited for an answer, in a case which passed with nothing
 * asserted that had to happen: what came next might have been what must not. Undefined: it is no such case.
 */
export function cutOffNote({ verdict, metrics, testCase }: CaseResult): string | undefined {
  if (verdict !== "passed" || !isConversational(testCase) || testCase.endReason === undefined) return undefined;
  const setting = settingOf(testCase.endReason);
  if (setting === undefined || chanceOf(testCase) !== undefined || showsSomething(testCase, metrics)) return undefined;
  const { asks = "" } = lastWords(testCase);
  return `${capital(setting)} when the agent had just asked "${asks}": what it does with an answer was not tried.`;
}

/** What a user of lines says at their end. */
const LINES_ENDED = "the script ended";

/** What ended a conversation that might have gone on, in a sentence without its end. Undefined: one of the two that talk. */
function settingOf({ by, reason }: EndReason): string | undefined {
  const told = reason.trim().replace(/\.$/, "");
  switch (by) {
    case "cap": {
      // The option by the name under which it was given: a flag, on the command line.
      const [, cap, option] = /(cap of \d+ user turns?) was reached (\([^()]+\))/.exec(told) ?? [];
      return `the ${cap === undefined ? "cap" : `${cap} ${option ?? ""}`} ended the conversation`;
    }
    case "budget":
      return `the budget of the conversation ended it (${told.replace(/^The budget of the conversation is spent: /, "")})`;
    case "controller":
      return `the stopping controller ended the conversation (${told})`;
    case "judge":
      return `stopWhenMet ended the conversation (${told})`;
    case "script":
    case "graph":
      return `the ${by} that the user goes by ended the conversation (${told})`;
    case "user":
      return told === LINES_ENDED ? "the lines of the scripted user ended the conversation" : undefined;
    default:
      return undefined;
  }
}

const expecting: ReadonlySet<string | undefined> = new Set([
  ...["expectedTools", "mustCommunicate", "expectedState", "goldenActions"],
]);

/** Whether a failure is about something that never came, and that might still have. */
function isMissing({ field, turn, actual, expected }: MetricResult): boolean {
  // A call that comes near, or that is one too many, has its turn.
  if (!expecting.has(field) || turn !== undefined) return false;
  // In the state at the end is something that should not be there.
  return !(field === "goldenActions" && actual !== undefined && expected === undefined);
}

/** So many turns of the user end a conversation where nothing else is said (`maxUserSimulations`). */
const USUAL_CAP = 10;
/** The same question as often is a circle. */
const CIRCLE = 3;

/** Why the agent had its chance. Undefined: it had not. */
function chanceOf(testCase: ConversationalTestCase): string | undefined {
  const { turns, asks, times } = lastWords(testCase);
  if (asks === undefined) return "asked the user for nothing in its last one";
  if (times >= CIRCLE) return `went in circles: it said "${asks}" ${String(times)} times`;
  return turns >= USUAL_CAP ? `still asked "${asks}"` : undefined;
}

/** What the agent's last reply asks for, and how often it gave that very reply. */
function lastWords(testCase: ConversationalTestCase) {
  const replies = repliesOf(testCase).map((reply) => reply.map(({ turn }) => turn.content).join("\n"));
  const last = replies.at(-1) ?? "";
  const words = plain(last);
  return {
    turns: replies.length,
    asks: questionIn(last),
    times: replies.filter((reply) => plain(reply) === words).length,
  };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");

const question = /[?？؟](?:["'”’)\]*_\s]|$)/u;
const request =
  /^(?:(?:so|then|and|first|ok|okay|thanks|thank you|sure|great|to (?:do|help)[^,]*)[,.!]? )*(?:please (?!wait|hold|note|be |bear|allow|do not|don't|feel|let |contact|reach|call |rest|stay)|(?:tell|give|send) me |i(?:'ll| will)? (?:just )?need (?:your|the|to know|you to)\b)/i;
/** "Is there anything else I can do for you?" */
const offer =
  /\b(?:anything|something|any (?:other|further|more)|what) (?:else|other|further|questions?|help|concerns?)\b|\bfurther (?:help|assistance|questions?)\b/i;

/** The last sentence in which the user is asked for something. Undefined: there is none. */
function questionIn(text: string): string | undefined {
  const sentences = sentencesOf(text.slice(-2000));
  const asked = sentences.findLast((it) => (question.test(it) || request.test(it)) && !offer.test(it));
  return asked === undefined ? undefined : cut(asked, 120);
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
