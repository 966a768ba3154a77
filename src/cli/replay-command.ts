export interface ReplayRequest {
  readonly dataset: string;
  readonly agent: string;
  readonly goldenId: string;
  readonly seed: string;
  /** Which of the golden's trials, from 1. Undefined: it has one only. */
  readonly trial?: number | undefined;
  /** Further options of the failed run that change what happens, as they were given. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
}

/** The command that holds one conversation again just as it failed. */
export function replayCommand({ dataset, agent, goldenId, seed, trial, options }: ReplayRequest): string {
  const further = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const words = ["npx", "rehearsal", "simulate", dataset, "--agent", agent, "--only", goldenId, "--seed", seed];
  const which = trial === undefined ? [] : ["--trial", String(trial)];
  return shellWords([...words, ...which, ...further]);
}

/** As one types them in a POSIX shell: quoted where that is needed. */
export const shellWords = (words: readonly string[]): string => words.map(quote).join(" ");

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
