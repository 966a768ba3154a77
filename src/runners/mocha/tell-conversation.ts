import { near } from "../../evaluation/caller-frames.js";
import { neutralise, neutraliseLines } from "../../evaluation/neutralise.js";
import { mochaCommand } from "../../evaluation/replay.js";
import { transcript } from "../../evaluation/transcript.js";
import { laidOut } from "../../evaluation/whereabouts.js";
import type { ConversationalTestCase } from "../../test-case/conversational-test-case.js";
import type { MochaTest } from "./contexts.js";

/** What an assertion of the user's own knows nothing of: the conversation that it failed over, and the command that holds it again. */
export function tellConversation(test: MochaTest, testCase: ConversationalTestCase): void {
  const { err } = test;
  // Those of this package say it by themselves.
  if (!(err instanceof Error) || "result" in err || typeof err.message !== "string") return;
  const file = test.file === undefined ? undefined : near(test.file, process.cwd());
  const replay = file && mochaCommand({ file, title: test.fullTitle(), seed: testCase.seed });
  const lines = [...transcript(testCase), ...(replay === undefined ? [] : ["", `replay:  ${neutralise(replay)}`])];
  const { message, stack = message } = err;
  const whole = `${message}${laidOut(neutraliseLines(`\n\n${lines.join("\n")}\n`))}`;
  // The stack begins with the message, and reporters print one of the two or both.
  const at = stack.indexOf(message);
  err.message = whole;
  err.stack = at < 0 ? stack : `${stack.slice(0, at)}${whole}${stack.slice(at + message.length)}`;
}
