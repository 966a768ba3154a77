/**
 * The text on one line, each break of lines with the white space around it made `joint`. Runs of white space are looked
 * at whole: a pattern that looks for the break in them takes quadratic time where there is none.
 */
export const joinLines = (text: string, joint: string): string =>
  text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? joint : run));
