import { placeOf, type Entry } from "./cassette-file.js";
import { isAnswer } from "./is-answer.js";
import { equalButForMarks, hasMark } from "./marks.js";
import type { RequestKey } from "./request-key.js";

export interface Sought {
  readonly target: string;
  readonly scope: string | undefined;
  readonly key: RequestKey;
  /** Places of recordings that were handed out. */
  readonly used: ReadonlySet<string>;
  /** What failed when it was recorded is passed over where an equal request was answered, as when it was tried again. */
  readonly answersFirst: boolean;
}

/** The first that is left of equal requests; one that is equal in its ids too goes first. */
export function findRecording(entries: readonly Entry[], sought: Sought): Entry | undefined {
  const { key, used, answersFirst } = sought;
  const unused = entries.filter((entry) => !used.has(placeOf(entry.key, entry.ordinal)));
  const equal = unused.filter((entry) => entry.key.key === key.key);
  const answered = answersFirst ? equal.filter(({ recording }) => isAnswer(recording.reply)) : [];
  const left = answered.length > 0 ? answered : equal;
  const same = left.length > 1 ? left.find((entry) => entry.key.exact() === key.exact()) : undefined;
  return same ?? left[0] ?? nearlyEqual(unused, sought);
}

function nearlyEqual(unused: readonly Entry[], { target, scope, key: { settled } }: Sought): Entry | undefined {
  const isMarked = hasMark(settled);
  return unused.find(
    ({ recording, key }) =>
      recording.target === target &&
      recording.scope === scope &&
      (isMarked || hasMark(key.settled)) &&
      equalButForMarks(key.settled, settled),
  );
}
