import { observe, type RetrievedContext } from "rehearsal";

/** The shop's policies: what the agent may say about rules, and nothing else. */
const policies: readonly { id: string; title: string; text: string }[] = [
  {
    id: "refunds",
    title: "Refunds",
    text: "Defective items are refunded within 30 days of delivery.",
  },
  {
    id: "damaged-items",
    title: "Damaged items",
    text: "Of a damaged set, the broken pieces are refunded at their unit price.",
  },
  {
    id: "shipping",
    title: "Shipping",
    text: "Shipping takes 2 to 4 working days and is free for orders above $50.",
  },
  {
    id: "warranty",
    title: "Warranty",
    text: "Electrical devices have a warranty of 24 months.",
  },
  {
    id: "payment",
    title: "Payment",
    text: "We accept credit cards, bank transfer and gift cards. Gift cards do not expire.",
  },
  {
    id: "privacy",
    title: "Privacy",
    text: "We discuss an order only with the person whose email address is on it.",
  },
];

/**
 * Finds the documents that share most words with the query, best first, and leaves out those far behind.
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
      .filter(({ score }, _, [best]) => score > 0.75 * (best?.score ?? 0));
  },
);

const stopWords = new Set(
  "about after also and are can does for from have how long our that the was what when with you your".split(" "),
);

/** Words of four letters and more, cut to their stem: "refunded" and "refunds" are both "refund". */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      .filter((word) => !stopWords.has(word))
      .map((word) => word.replace(/(ping|ing|ed|es|s)$/, "")),
  );
