// Timing shared by the cases: warm up, then the best of several rounds, so that a busy machine harms both sides alike.
export async function bestOf(rounds, work) {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Measures two sides turn by turn in one process and returns the best time of each, in milliseconds. */
export async function sideBySide(rounds, ours, peer) {
  await ours();
  await peer();
  const best = { ours: Infinity, peer: Infinity };
  for (let round = 0; round < rounds; round++) {
    best.ours = Math.min(best.ours, await bestOf(1, ours));
    best.peer = Math.min(best.peer, await bestOf(1, peer));
  }
  return best;
}

export const answer = (figures) => process.stdout.write(`${JSON.stringify(figures)}\n`);
