// The best pairing of 60 expected with 60 made calls that only partly agree, scored; autoevals' ListContains likewise.
import { ExactMatch, ListContains } from "autoevals";
import { matchToolCalls } from "../../dist/metrics/index.js";
import { answer, sideBySide } from "./measure.mjs";

const ITEMS = 60;
const expected = Array.from({ length: ITEMS }, (_, index) => ({ name: "search", inputParameters: { query: `q${index % 40}` } }));
const actual = Array.from({ length: ITEMS }, (_, index) => ({ name: "search", inputParameters: { query: `q${(index * 7) % 60}` } }));
const texts = (calls) => calls.map((call) => JSON.stringify(call));
const best = await sideBySide(
  9,
  async () => {
    const { score } = matchToolCalls(actual, expected, { mode: "superset" });
    if (score === null || score <= 0 || score >= 1) throw new Error(`ours scores ${score}`);
  },
  async () => {
    const { score } = await ListContains({ output: texts(actual), expected: texts(expected), pairwiseScorer: ExactMatch, allowExtraEntities: true });
    if (score === null || score <= 0 || score >= 1) throw new Error(`autoevals scores ${score}`);
  },
);
answer({ ours: best.ours, peer: best.peer });
process.exit(0);
