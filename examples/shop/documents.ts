import { observe, type RetrievedContext } from "rehearsal";

/** The shop's policies: what the agent may say about rules, and nothing else. */
const policies: readonly { id: string; title: string; text: string }[] = [
  {
    id: "refunds",
    title: "Refunds",
    text: "Defective or unwanted items can be refunded within 30 days of delivery. The money is back within 5 working days.",
  },
  {
    id: "damaged-items",
    title: "Damaged items",
    text: "Items that arrived broken are refunded at their unit price, also when only a part of a set is damaged.",
  },
  {
    id: "shipping",
    title: "Shipping",
    text: "Shipping takes 2 to 4 working days and is free for orders above $50.",
  },
  {
    id: "warranty",
    title: "Warranty",
    text: "Electrical devices carry a warranty of 24 months from the day of purchase.",
  },
  {
    id: "payment",
    title: "Payment",
    text: "We accept credit cards, bank transfer and gift cards. Gift cards do not expire.",
  },
  {
    id: "privacy",
    title: "Privacy",
    text: "We speak about an order only with the person who placed it, identified by the email address on the order.",
  },
];

/**
 * Finds the documents that share most words with the query, best first.
 *
 * The AI SDK's telemetry shows the tool call around it. `observe` shows what was retrieved: the documents become the
 * `retrievalContext` of the turn.
 */
export const searchPolicyDocuments = observe(
  { type: "retriever", name: "search_policy_documents" },
  async (query: string): Promise<RetrievedContext[]> => {
    const wanted = wordsOf(query);
    return policies
      .map(({ id, title, text }) => {
        const found = wordsOf(`${title} ${text}`);
        const score = [...wanted].filter((word) => found.has(word)).length / Math.max(1, wanted.size);
        return { id, source: `policies/${id}.md`, context: text, score: Math.round(score * 100) / 100 };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 2);
  },
);

const stopWords = new Set("about after also and are can does for from have how long our that the was what when with you your".split(" "));

/** Words of four letters and more, cut to their stem: "refunded" and "refunds" are both "refund". */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      .filter((word) => !stopWords.has(word))
      .map((word) => word.replace(/(ping|ing|ed|es|s)$/, "")),
  );
