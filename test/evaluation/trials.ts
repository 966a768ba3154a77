import type { CaseResult } from "../../src/evaluation/run-record.js";

const fates: Readonly<Record<string, Pick<CaseResult, "verdict" | "flaky" | "blame">>> = {
  p: { verdict: "passed", flaky: false },
  f: { verdict: "failed", flaky: false, blame: { party: "agent", reason: "It did." } },
  x: { verdict: "errored", flaky: false, blame: { party: "agent", reason: "It threw." } },
  i: { verdict: "errored", flaky: false, blame: { party: "infrastructure", reason: "429." } },
  j: { verdict: "errored", flaky: false, blame: { party: "judge", reason: "It did not answer." } },
  e: { verdict: "errored", flaky: false },
  y: { verdict: "failed", flaky: true, blame: { party: "agent", reason: "It did." } },
};

/**
 * Results of the trials of goldens, as in `a:pfp b:ppp`: p passed, f failed, x the agent threw, i infrastructure, j the
 * judge, e errored without blame, y failed and flaky.
 */
export const trialsOf = (text: string): CaseResult[] =>
  text.split(" ").flatMap((golden) => {
    const [goldenId = "", trials = ""] = golden.split(":");
    return [...trials].map((fate, index): CaseResult => {
      const { verdict, flaky, blame } = fates[fate] ?? { verdict: "skipped", flaky: false };
      const told = { reason: `it ${verdict}`, metrics: [], notYetAsserted: [], testCase: { turns: [], seed: "7" } };
      return { name: goldenId, goldenId, trial: index + 1, verdict, flaky, ...(blame && { blame }), ...told };
    });
  });
