import { isInHelper } from "./answers.js";
import type { ReadSpan } from "./read-span.js";
import type { SpanTree } from "./span-tree.js";

/** One exchange of a spoken conversation, of which either side may be missing. */
export interface SpokenExchange {
  readonly user?: ReadSpan;
  /** The reply, which goes on in a second span after its tools ran. */
  readonly replies: readonly ReadSpan[];
  /** Both sides, and whatever happened within them. */
  readonly spans: readonly ReadSpan[];
  /** Whatever happened within the replies. */
  readonly parts: readonly ReadSpan[];
  /** Null: not told. */
  readonly interrupted: boolean | null;
}

interface Draft {
  readonly user?: ReadSpan;
  readonly replies: ReadSpan[];
  readonly spans: ReadSpan[];
  readonly parts: ReadSpan[];
}

/** So many exchanges that wait for a reply are looked at: what is older is not replied to any more. */
const LOOKED_AT = 16;

/** Pairs what users said with what agents replied. Empty where no span tells of exchanges. */
export function spokenExchanges(tree: SpanTree): readonly SpokenExchange[] {
  const pairing = new Pairing();
  for (const span of tree.spans) {
    const part = span.exchange?.part;
    if (part === undefined || isInHelper(span, tree)) continue;
    if (part === "whole") pairing.begin({ replies: [span] });
    if (part === "user") pairing.begin({ user: span, replies: [] });
    if (part === "agent") pairing.reply(span);
  }
  if (pairing.drafts.length === 0) return [];
  gather(pairing.drafts, tree);
  const bargeIns = tree.spans.filter(({ exchange }) => exchange?.part === "interruption");
  return pairing.drafts.map((draft) => ({ ...draft, interrupted: interruptedOf(draft, bargeIns) }));
}

class Pairing {
  readonly drafts: Draft[] = [];
  readonly #byReply = new Map<string, Draft>();
  #waiting: Draft[] = [];

  begin({ user, replies }: Pick<Draft, "user" | "replies">): Draft {
    const draft: Draft = { ...(user !== undefined && { user }), replies, spans: [], parts: [] };
    this.drafts.push(draft);
    if (user !== undefined) this.#waiting = [...this.#waiting.slice(1 - LOOKED_AT), draft];
    return draft;
  }

  reply(span: ReadSpan): void {
    const id = span.exchange?.replyId;
    const draft =
      (id === undefined ? undefined : this.#byReply.get(id)) ?? this.#asked(span) ?? this.begin({ replies: [] });
    draft.replies.push(span);
    this.#waiting = this.#waiting.filter((each) => each !== draft);
    if (id !== undefined && !this.#byReply.has(id)) this.#byReply.set(id, draft);
  }

  /** Some record each side in a trace of its own; there nothing but the words shows what belongs together. */
  #asked(reply: ReadSpan): Draft | undefined {
    const beside = this.#waiting.filter(({ user }) => user?.traceId === reply.traceId);
    const byWords = [beside, this.#waiting].map((those) => those.findLast((draft) => answers(reply, draft)));
    return byWords.find((draft) => draft !== undefined) ?? beside.at(-1);
  }
}

const answers = ({ inputText }: ReadSpan, { user }: Draft): boolean =>
  inputText !== undefined && user?.inputText === inputText;

/** Gives each exchange the spans that lie within it. */
function gather(drafts: readonly Draft[], tree: SpanTree): void {
  const users = new Map(drafts.flatMap((draft) => (draft.user === undefined ? [] : [[draft.user, draft] as const])));
  const replies = new Map(drafts.flatMap((draft) => draft.replies.map((reply) => [reply, draft] as const)));
  for (const span of tree.spans) {
    const isIn = (sides: ReadonlyMap<ReadSpan, Draft>): Draft | undefined => {
      const side = tree.nearest(span, (up) => sides.has(up));
      return side === undefined ? undefined : sides.get(side);
    };
    const part = isIn(replies);
    part?.parts.push(span);
    (part ?? replies.get(span) ?? users.get(span) ?? isIn(users))?.spans.push(span);
  }
}

/** What a reply says of itself counts, else what its speech does, else whether the user barged in while it lasted. */
function interruptedOf({ replies, parts }: Draft, bargeIns: readonly ReadSpan[]): boolean | null {
  for (const spans of [replies, parts]) {
    const told = spans.flatMap(({ exchange }) => exchange?.interrupted ?? []);
    if (told.length > 0) return told.includes(true);
  }
  return replies.some((reply) => isWithin(bargeIns, reply)) ? true : null;
}

/** @param bargeIns in the order of their starts */
function isWithin(bargeIns: readonly ReadSpan[], reply: ReadSpan): boolean {
  let [low, high] = [0, bargeIns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bargeIns[middle]?.startTimeMs ?? Infinity) < reply.startTimeMs) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < bargeIns.length; index += 1) {
    const bargeIn = bargeIns[index];
    if (bargeIn === undefined || bargeIn.startTimeMs > (reply.endTimeMs ?? Infinity)) return false;
    if (bargeIn.traceId === reply.traceId) return true;
  }
  return false;
}
