import { isJsonList, type JsonValue } from "../../test-case/json.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { endOf } from "./http-reply.js";
import type { Ending, StreamRecord } from "./recording.js";
import { encodeThrown } from "./thrown.js";

/** Hands on what an async iterable gives, and records it when it ends or its reader stops. */
export async function* recordStream(
  source: AsyncIterable<unknown>,
  {
    what,
    keep,
    aborted,
    step,
  }: {
    readonly what: string;
    readonly keep: (record: StreamRecord) => void;
    /** The caller gave up: what is thrown then is no answer. */
    readonly aborted: () => boolean;
    /** Surrounds each step of the source. */
    readonly step: <T>(work: () => T) => T;
  },
): AsyncGenerator<unknown, unknown> {
  const items: JsonValue[] = [];
  const iterator: AsyncIterator<unknown, unknown> = step(() => source[Symbol.asyncIterator]());
  let ending: Ending | undefined = { stopped: true };
  let returned: JsonValue | undefined;
  try {
    for (;;) {
      const { done, value } = await step(() => iterator.next()).catch((error: unknown) => {
        if (!aborted()) ending = { error: encodeThrown(error) };
        throw error;
      });
      if (done === true) {
        ending = undefined;
        if (value !== undefined) returned = encode(value, what);
        return value;
      }
      items.push(encode(value, what));
      yield value;
    }
  } finally {
    if (ending?.stopped === true) await step(() => iterator.return?.());
    keep({ items, ...(returned !== undefined && { returned }), ...(ending !== undefined && { ending }) });
  }
}

export async function* replayStream({ items, returned, ending }: StreamRecord): AsyncGenerator<unknown, unknown> {
  if (isJsonList(items)) for (const item of items) yield decode(item);
  if (ending !== undefined) throw endOf(ending);
  return returned === undefined ? undefined : decode(returned);
}
