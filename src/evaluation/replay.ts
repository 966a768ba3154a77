/** What a replay needs to know. */
export interface Replay {
  readonly file: string;
  /** The title of the test, or a part of it. */
  readonly title: string;
  readonly seed: string | undefined;
}

/** The command that runs one mocha test again with the same seed. */
export function mochaCommand({ file, title, seed }: Replay): string {
  const seeded = seed === undefined ? "" : `REHEARSAL_SEED=${shellQuoted(seed)} `;
  // --grep takes a regular expression.
  const option = /[\\^$.*+?()[\]{}|/]/.test(title) ? "--fgrep" : "--grep";
  return `${seeded}npx mocha ${shellQuoted(file)} ${option} ${title.includes("'") ? shellQuoted(title) : doubleQuoted(title)}`;
}

const shellQuoted = (text: string): string =>
  /^[\w./\\:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const doubleQuoted = (text: string): string => (/["$`\\!]/.test(text) ? shellQuoted(text) : `"${text}"`);

/** Whether this process is mocha's, or one of its workers. */
export const underMocha = (argv: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  env.MOCHA_WORKER_ID !== undefined ||
  /[\\/]_?mocha(?:\.[cm]?js)?$|[\\/]mocha[\\/](?:bin|lib)[\\/]/.test(argv[1] ?? "");
