import { isConversational } from "../test-case/metric.js";
import { near, userLocations } from "./caller-frames.js";
import { currentTest, type CurrentTest } from "./current-test.js";
import type { Whereabouts } from "./failure-message.js";
import { mochaCommand, underMocha } from "./replay.js";
import type { CaseResult } from "./run-record.js";

interface Surroundings {
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly test: CurrentTest | undefined;
}

const surroundings = (): Surroundings => ({
  cwd: process.cwd(),
  argv: process.argv,
  env: process.env,
  test: currentTest(),
});

/** Where the assertion of a case stands, and under mocha how to run its test again. */
export function whereabouts(
  { testCase }: Pick<CaseResult, "testCase">,
  frames: string,
  { cwd, argv, env, test }: Surroundings = surroundings(),
): Whereabouts {
  const locations = userLocations(frames, cwd);
  const [call] = locations;
  const at = call === undefined ? undefined : `${call.file}:${String(call.line)}:${String(call.column)}`;
  if (test === undefined && !underMocha(argv, env)) return { at };
  // The outermost of the user's frames is in the test's file, and the others may be in its helpers.
  const file = test?.file === undefined ? locations.at(-1)?.file : near(test.file, cwd);
  if (file === undefined) return { at };
  const seed = isConversational(testCase) ? testCase.seed : undefined;
  return { at, replay: mochaCommand({ file, title: test?.fullTitle, seed }, env) };
}

/** mocha prints the first line of a message five columns in, and the others where they are. */
const MARGIN = " ".repeat(5);

/** A message as the runner of this process prints it best. */
export const laidOut = (message: string, inMocha = underMocha(process.argv, process.env)): string =>
  inMocha ? message.replace(/\n(?=[^\n])/g, `\n${MARGIN}`) : message;
