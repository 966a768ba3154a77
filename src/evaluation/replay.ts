/** What a replay needs to know. */
export interface Replay {
  readonly file: string;
  /** The full title of the test. Undefined: not known, and then the whole file runs again. */
  readonly title: string | undefined;
  readonly seed: string | undefined;
}

/** The command that runs one mocha test again with the same seed. */
export function mochaCommand({ file, title, seed }: Replay): string {
  const seeded = seed === undefined ? "" : `REHEARSAL_SEED=${shellQuoted(seed)} `;
  return `${seeded}npx mocha ${shellQuoted(file)}${title === undefined ? "" : grepOf(title)}`;
}

/** --grep takes a regular expression: from end to end, so that no test of a longer title runs too. */
function grepOf(title: string): string {
  const pattern = `^${title.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
  return ` --grep ${shellQuoted(pattern)}`;
}

const shellQuoted = (text: string): string =>
  /^[\w./\\:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether this process is mocha's, or one of its workers. */
export const underMocha = (argv: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  env.MOCHA_WORKER_ID !== undefined ||
  /[\\/]_?mocha(?:\.[cm]?js)?$|[\\/]mocha[\\/](?:bin|lib)[\\/]/.test(argv[1] ?? "");
