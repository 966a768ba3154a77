/** What the process tells its caller. */
export const exitCodes = {
  /** Everything passed (failures of flaky goldens aside). */
  passed: 0,
  /** Something failed or could not be measured; or doctor found what has to be mended. */
  failed: 1,
  /** The command could not be run as it was given: a wrong option, a file that can't be read, an agent that won't load. */
  usage: 2,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
