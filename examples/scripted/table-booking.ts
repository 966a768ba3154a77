// A small agent with a memory of its own for each conversation.
import { observe } from "rehearsal";

const bookTable = observe(
  { type: "tool", name: "book_table" },
  async ({ guests, time }: { guests: number; time: string }) => ({ booking: `T-${String(guests)}-${time}` }),
);

export function createBookingAgent() {
  const drafts = new Map<string, { guests?: number; time?: string }>();
  return async ({ input, threadId }: { input: string | null; threadId: string }): Promise<string> => {
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
  };
}
