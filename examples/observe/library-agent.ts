// An agent without a framework: plain functions, each wrapped once.
import { observe, type RetrievedContext } from "rehearsal";

const hours: Readonly<Record<string, string>> = { saturday: "10:00 to 16:00", monday: "9:00 to 20:00" };

const openingHours = observe({ type: "tool", name: "opening_hours" }, async ({ day }: { day: string }) => ({
  day,
  open: hours[day] ?? "closed",
}));

const searchNotices = observe(
  { type: "retriever", name: "search_notices" },
  async (topic: string): Promise<RetrievedContext[]> => [
    { id: "notice-7", source: "notices/late-return.md", context: `On ${topic}s, books go into the box by the door.` },
  ],
);

/** Answers a question about the library. */
export const answer = observe({ type: "agent", name: "library" }, async (question: string): Promise<string> => {
  const day = /\b(monday|saturday|sunday)\b/i.exec(question)?.[1]?.toLowerCase();
  if (day === undefined) return "For which day, please?";
  const { open } = await openingHours({ day });
  const [notice] = await searchNotices(day);
  return `We are open from ${open}. ${notice?.context ?? ""}`.trim();
});
