// The best pairing of 60 expected with 60 made calls that only partly agree, scored; autoevals' ListContains likewise.
const ITEMS = 60;
const expected = Array.from({ length: ITEMS }, (_, index) => ({
  name: "search",
  inputParameters: { query: `q${index % 40}` },
}));
const actual = Array.from({ length: ITEMS }, (_, index) => ({
  name: "search",
  inputParameters: { query: `q${(index * 7) % 60}` },
}));

export async function ours() {
  const { matchToolCalls } = await import("../../dist/metrics/index.js");
  return {
    work: () => {
      const { score } = matchToolCalls(actual, expected, { mode: "superset" });
      if (score === null || score <= 0 || score >= 1) throw new Error(`ours scores ${score}`);
    },
  };
}

export async function peer() {
  const { ExactMatch, ListContains } = await import("autoevals");
  const texts = (calls) => calls.map((call) => JSON.stringify(call));
  const given = {
    output: texts(actual),
    expected: texts(expected),
    pairwiseScorer: ExactMatch,
    allowExtraEntities: true,
  };
  return {
    work: async () => {
      const { score } = await ListContains(given);
      if (score === null || score <= 0 || score >= 1) throw new Error(`autoevals scores ${score}`);
    },
  };
}
