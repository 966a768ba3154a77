export interface ReplayRequest {
  readonly dataset: string;
  readonly agent: string;
  readonly goldenId: string;
  readonly seed: string;
  /** Further options of the failed run that change what happens, as they were given. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
}

/** The command that runs one golden again just as it failed. */
export function replayCommand({ dataset, agent, goldenId, seed, options }: ReplayRequest): string {
  const further = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const words = ["npx", "rehearsal", "simulate", dataset, "--agent", agent, "--only", goldenId, "--seed", seed];
  return shellWords([...words, ...further]);
}

/** As one types them in a POSIX shell: quoted where that is needed. */
export const shellWords = (words: readonly string[]): string => words.map(quote).join(" ");

const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
