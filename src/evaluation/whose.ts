import type { BlamedParty } from "./blame.js";

/** A party as people read it: `user` alone could be the one at the keyboard. */
export const whose = (party: BlamedParty): string => (party === "user" ? "simulated user" : party);
