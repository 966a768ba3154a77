// A small agent with a memory of its own for each conversation.
import { observe } from "rehearsal";

const bookTable = observe(
  { type: "tool", name: "book_table" },
  async ({ guests, time }: { guests: number; time: string }) => ({ booking: `T-${String(guests)}-${time}` }),
);

interface Input {
  readonly input: string | null;
  readonly threadId: string;
}

export function createBookingAgent() {
  const drafts = new Map<string, { guests?: number; time?: string }>();
  // Observed too, so that it is known of a reply without a call that there was none.
  return observe({ type: "agent", name: "booking" }, async ({ input, threadId }: Input): Promise<string> => {
    const draft = drafts.get(threadId) ?? {};
    drafts.set(threadId, draft);
    const guests = /\b(\d+) (people|guests)\b/.exec(input ?? "")?.[1];
    const time = /\b(\d{1,2}:\d{2})\b/.exec(input ?? "")?.[1];
    if (guests !== undefined) draft.guests = Number(guests);
    if (time !== undefined) draft.time = time;
    if (draft.guests === undefined) return "For how many people?";
    if (draft.time === undefined) return "At what time?";
    if (!/\byes\b/i.test(input ?? "")) return `A table for ${String(draft.guests)} at ${draft.time}, shall I book it?`;
    const { booking } = await bookTable({ guests: draft.guests, time: draft.time });
    return `Booked: ${booking}.`;
  });
}
