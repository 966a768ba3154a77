import { isFarewell } from "../../stopping/farewell.js";

/** Nobody greets at greater length. */
const LONGEST = 200;
const greeting =
  /^(?:(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|there|again|everyone|all|sir|madam|how are you(?: (?:today|doing))?|nice to meet you|ok|okay|well|so)(?: |$))+$/;

/** Whether a text does nothing but greet. English. */
export function isGreeting(text: string): boolean {
  if (text.length > LONGEST) return false;
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return greeting.test(plain) && !/^(?:ok|okay|well|so|there|again|all)(?: |$)/.test(plain);
}

/** Whether a text does nothing but greet, thank or take leave. */
export const isSmallTalk = (text: string): boolean => isGreeting(text) || isFarewell(text);
