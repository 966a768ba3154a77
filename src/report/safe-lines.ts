import { neutralise } from "../evaluation/neutralise.js";

/** Text of several lines, each made safe to print; its own line breaks stay. */
export const safeLines = (text: string): string[] => text.split(/\r?\n/).map(neutralise);
