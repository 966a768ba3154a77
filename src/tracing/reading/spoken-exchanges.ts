import { isInHelper } from "./answers.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** One exchange of a spoken conversation, of which either side may be missing. */
export interface SpokenExchange {
  readonly user?: ReadSpan;
  /** The reply, which goes on in a second span after its tools ran. */
  readonly replies: readonly ReadSpan[];
  /** Whatever happened within the replies. */
  readonly parts: readonly ReadSpan[];
  /** Null: not told. */
  readonly interrupted: boolean | null;
}

interface Draft {
  readonly user?: ReadSpan;
  readonly replies: ReadSpan[];
}

/** Pairs what users said with what agents replied. Empty where no span tells of exchanges. */
export function spokenExchanges(tree: SpanTree): readonly SpokenExchange[] {
  const drafts: Draft[] = [];
  for (const span of tree.spans) {
    const part = span.exchange?.part;
    if (part === undefined || isInHelper(span, tree)) continue;
    if (part === "whole") drafts.push({ replies: [span] });
    if (part === "user") drafts.push({ user: span, replies: [] });
    if (part === "agent") place(span, drafts);
  }
  return drafts.map((draft) => finished(draft, tree));
}

function place(reply: ReadSpan, drafts: Draft[]): void {
  const id = reply.exchange?.replyId;
  const begun =
    id === undefined
      ? undefined
      : drafts.find(({ replies }) => replies.some(({ exchange }) => exchange?.replyId === id));
  const waiting = drafts.filter(({ user, replies }) => user !== undefined && replies.length === 0);
  const beside = waiting.filter(({ user }) => user?.traceId === reply.traceId);
  // Some record each side in a trace of its own; there nothing but the words shows what belongs together.
  const asked = [beside, waiting].map((those) => those.findLast((draft) => answers(reply, draft))).find(isFound);
  const draft = begun ?? asked ?? beside.at(-1);
  if (draft === undefined) drafts.push({ replies: [reply] });
  else draft.replies.push(reply);
}

const answers = ({ inputText }: ReadSpan, { user }: Draft): boolean =>
  inputText !== undefined && user?.inputText === inputText;
const isFound = (draft: Draft | undefined): boolean => draft !== undefined;

function finished({ user, replies }: Draft, tree: SpanTree): SpokenExchange {
  const parts = tree.spans.filter((span) => tree.under(span, (ancestor) => replies.includes(ancestor)));
  return { ...(user !== undefined && { user }), replies, parts, interrupted: interruptedOf(replies, parts, tree) };
}

/** What a reply says of itself counts, else what its speech does, else whether the user barged in while it lasted. */
function interruptedOf(replies: readonly ReadSpan[], parts: readonly ReadSpan[], tree: SpanTree): boolean | null {
  for (const spans of [replies, parts]) {
    const told = spans.flatMap(({ exchange }) => exchange?.interrupted ?? []);
    if (told.length > 0) return told.includes(true);
  }
  const bargedIn = tree.spans.some(
    ({ exchange, traceId, startTimeMs: at }) =>
      exchange?.part === "interruption" &&
      replies.some(
        (reply) => reply.traceId === traceId && reply.startTimeMs <= at && at <= (reply.endTimeMs ?? Infinity),
      ),
  );
  return bargedIn ? true : null;
}
