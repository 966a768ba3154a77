/** The one line that a child process hands back. */
export const answer = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);
