// Importing the root entry in a fresh process: milliseconds of the import alone.
const importing = (target) => async () => ({ work: () => import(target) });
export const ours = importing("../../dist/index.js");
export const peer = importing("deepeval");
