import { expect } from "chai";
import { captureTrace, observe } from "../../../src/tracing/index.js";

const streaming = (pieces: readonly unknown[], pulled: { count: number } = { count: 0 }) =>
  new ReadableStream<unknown>(
    {
      pull(controller) {
        pulled.count += 1;
        const piece = pieces[pulled.count - 1];
        if (piece instanceof Error) controller.error(piece);
        else if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
const agent = { type: "agent", name: "a" } as const;
const consumed = async (
  consume: (stream: ReadableStream<string>) => unknown,
  pieces: readonly unknown[] = ["a", "b"],
) => {
  const stream = streaming(pieces) as ReadableStream<string>;
  const { result, trace } = await captureTrace(async () => {
    const returned = observe(agent, () => stream)();
    expect(returned).to.equal(stream);
    return consume(returned);
  });
  const [span] = trace.spans;
  return {
    result,
    output: span?.output,
    error: span?.error,
    ended: span?.endTimeMs !== null,
    missing: trace.missing.join(),
  };
};
async function readAll(stream: ReadableStream<string>): Promise<string> {
  let all = "";
  for await (const piece of stream) all += piece;
  return all;
}

describe("observe and web streams", () => {
  it("reads nothing by itself", async () => {
    const pulled = { count: 0 };
    await captureTrace(() => void observe(agent, () => streaming(["a"], pulled))());
    await new Promise(setImmediate);
    expect(pulled.count).to.equal(0);
  });

  it("ends the span at the end, however the stream is read", async () => {
    const byReader = async (stream: ReadableStream<string>) => {
      const first = stream.getReader();
      const { value } = await first.read();
      first.releaseLock();
      const second = stream.getReader();
      const rest = await second.read();
      await second.read();
      return `${value ?? ""}${rest.value ?? ""}`;
    };
    const throughUpper = (stream: ReadableStream<string>) =>
      readAll(
        stream.pipeThrough(
          new TransformStream<string, string>({ transform: (piece, out) => out.enqueue(piece.toUpperCase()) }),
        ),
      );
    for (const [consume, expected] of [
      [readAll, "ab"],
      [byReader, "ab"],
      [throughUpper, "AB"],
      [async (stream: ReadableStream<string>) => readAll(stream.tee()[0]), "ab"],
      [async (stream: ReadableStream<string>) => readAll(stream.tee()[1]), "ab"],
      [async (stream: ReadableStream<string>) => readAll(stream.values() as unknown as ReadableStream<string>), "ab"],
    ] as const) {
      expect(await consumed(consume)).to.deep.include({
        result: expected,
        output: expected,
        ended: true,
        error: undefined,
      });
    }
  });

  it("ends the span where it is piped on, and says that it saw no contents", async () => {
    const into: string[] = [];
    const piped = await consumed((stream) =>
      stream.pipeTo(new WritableStream({ write: (piece: string) => void into.push(piece) })),
    );
    expect(into).to.deep.equal(["a", "b"]);
    expect(piped).to.include({ ended: true, output: undefined });
    expect(piped.missing).to.include("its stream was piped on, unseen");
  });

  it("ends the span on cancel, with what was read by then", async () => {
    const cancelled = await consumed(async (stream) => {
      const reader = stream.getReader();
      await reader.read();
      await reader.cancel("enough");
    });
    expect(cancelled).to.include({ ended: true, output: "a" });
    expect(await consumed((stream) => stream.cancel())).to.include({ ended: true, output: undefined });
    expect(
      await consumed(async (stream) => {
        for await (const _ of stream) break;
      }),
    ).to.include({ ended: true, output: "a" });
  });

  it("does not take a refused cancel for an end", async () => {
    const refused = await consumed(async (stream) => {
      stream.getReader();
      return stream.cancel().catch((error: Error) => error.name);
    });
    expect(refused).to.include({ result: "TypeError", ended: false });
  });

  it("records an error, and lets it through", async () => {
    const cut = new Error("cut");
    const failed = await consumed((stream) => readAll(stream).catch((error: unknown) => error), ["a", cut]);
    expect(failed.result).to.equal(cut);
    expect(failed.error).to.equal("cut");
  });

  it("passes brand checks, as a Response makes them", async () => {
    const bytes = new TextEncoder().encode("hello");
    const response = await consumed(
      (stream) => new Response(stream as unknown as ReadableStream<Uint8Array>).text(),
      [bytes],
    );
    expect(response).to.include({ result: "hello", ended: true });
    expect(response.missing).to.include("binary data");
  });
});
