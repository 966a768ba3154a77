/** What a replay needs to know. */
export interface Replay {
  readonly file: string;
  /** The full title of the test. Undefined: not known, and then the whole file runs again. */
  readonly title: string | undefined;
  readonly seed: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** What else of the environment decides what happens in a conversation. No key: a command is copied to many places. */
const decisive = ["REHEARSAL_CASSETTE", "REHEARSAL_MODEL", "REHEARSAL_BASE_URL", "REHEARSAL_CAPTURE_CONTENT"] as const;

/** The command that runs one mocha test again with the same seed, and in the same surroundings. */
export function mochaCommand({ file, title, seed }: Replay, env: Env = process.env): string {
  const others = decisive.map((name) => [name, againAs(name, env[name]?.trim())] as const);
  const set = [["REHEARSAL_SEED", seed] as const, ...others].flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`${name}=${shellQuoted(value)} `],
  );
  return `${set.join("")}npx mocha ${shellQuoted(file)}${title === undefined ? "" : grepOf(title)}`;
}

function againAs(name: (typeof decisive)[number], value: string | undefined): string | undefined {
  // What has just been recorded is what failed: asked anew it would be another conversation.
  if (name === "REHEARSAL_CASSETTE" && value === "record") return "auto";
  return name === "REHEARSAL_BASE_URL" ? value?.replace(/^([a-z]+:\/\/)[^/@]*@/i, "$1") : value;
}

/** --grep takes a regular expression: from end to end, so that no test of a longer title runs too. */
function grepOf(title: string): string {
  const pattern = `^${title.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
  return ` --grep ${shellQuoted(pattern)}`;
}

/** A word as one types it in a POSIX shell: quoted where that is needed. */
export const shellQuoted = (text: string): string =>
  /^[\w./\\:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether this process is mocha's, or one of its workers. */
export const underMocha = (argv: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  env.MOCHA_WORKER_ID !== undefined ||
  /[\\/]_?mocha(?:\.[cm]?js)?$|[\\/]mocha[\\/](?:bin|lib)[\\/]/.test(argv[1] ?? "");
