import { sentencesOf } from "../../../test-case/sentences.js";
import { asksToAgree } from "./is-proposal.js";
import { proposesDeed } from "./deed.js";
import type { Said } from "./talk.js";

/** A sentence that asks for a detail: "What amount shall I transfer?", "To which account?" */
const DETAIL =
  /^(?:[\p{P}\p{S}\s]|(?:and|so|ok|okay|sure|great|thanks|thank you|to|from|by|on|for|in|at|please|now|then)[,.!]? )*(?:what|which|how (?:much|many|long|often)|where|when|who|whom)(?! about| if)(?!\p{L})/iu;

/** Whether all that was said to the user only asks for details of a deed, and proposes nothing that one could agree to. */
export function onlyAsksForDetails(to: readonly Said[], tool: string): boolean {
  const sentences = to.flatMap(({ text }) => sentencesOf(text.normalize("NFKC")));
  const others = sentences.filter((sentence) => !(sentence.includes("?") && DETAIL.test(sentence.trim())));
  return (
    others.length < sentences.length &&
    !others.some((sentence) => asksToAgree(sentence) || proposesDeed(sentence, tool))
  );
}
