import { expect } from "chai";
import fc from "fast-check";
import { RehearsalError } from "../../../src/errors.js";
import { fromOtlpProtobuf, readTrace } from "../../../src/tracing/index.js";
import { decodeLogs } from "../../../src/tracing/otlp/decode-protobuf.js";
import { logRecordsOfOtlp } from "../../../src/tracing/otlp/from-otlp.js";
import { anyValue, attributes, fixed64, hex, message, sub, text, traces, varint } from "../support/otlp-bytes.js";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const start = 1_700_000_000_123_456_789n;

const toolSpan = message(
  hex(1, traceId),
  hex(2, spanId),
  hex(4, "00f067aa0ba902b7"),
  text(5, "execute_tool refund"),
  varint(6, 1),
  fixed64(7, start),
  fixed64(8, start + 250_000_000n),
  ...attributes(9, {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "refund",
    "gen_ai.tool.call.arguments": { order: "A-17", amount: 25.5, items: [1, "b", true] },
    "gen_ai.tool.call.result": '{"ok":true}',
  }),
  varint(10, 3),
  sub(11, message(fixed64(1, start), text(2, "exception"), ...attributes(3, { "exception.message": "late" }))),
  sub(15, message(text(2, "it failed"), varint(3, 2))),
);

const refusal = (bytes: unknown): RehearsalError => {
  try {
    fromOtlpProtobuf(bytes as Uint8Array);
  } catch (error) {
    expect(error).to.be.instanceOf(RehearsalError);
    expect((error as RehearsalError).code).to.equal("invalid_input");
    return error as RehearsalError;
  }
  throw new Error("was taken");
};

describe("fromOtlpProtobuf", () => {
  it("reads spans with their ids, times to the nanosecond, status, events, scope and structured attributes", () => {
    const [span] = fromOtlpProtobuf(traces(toolSpan));
    expect(span).to.deep.equal({
      name: "execute_tool refund",
      traceId,
      spanId,
      parentSpanId: "00f067aa0ba902b7",
      kind: "internal",
      startTimeUnixMs: 1_700_000_000_123.456789,
      endTimeUnixMs: 1_700_000_000_373.456789,
      status: { code: 2, message: "it failed" },
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "refund",
        "gen_ai.tool.call.arguments": { order: "A-17", amount: 25.5, items: [1, "b", true] },
        "gen_ai.tool.call.result": '{"ok":true}',
      },
      events: [{ name: "exception", attributes: { "exception.message": "late" } }],
      droppedAttributesCount: 3,
      scope: { name: "agent-sdk" },
      resource: { "service.name": "shop" },
    });
  });

  it("gives what readTrace takes", () => {
    const trace = readTrace({ spans: fromOtlpProtobuf(traces(toolSpan)) });
    expect(trace.toolsCalled).to.have.lengthOf(1);
    expect(trace.toolsCalled[0]).to.include({ name: "refund", error: "it failed" });
    expect(trace.toolsCalled[0]?.inputParameters).to.deep.equal({ order: "A-17", amount: 25.5, items: [1, "b", true] });
  });

  it("passes over fields that it does not know", () => {
    const newer = message(text(5, "chat"), text(99, "of the future"), varint(100, 7), fixed64(101, 1n));
    expect(fromOtlpProtobuf(traces(newer)).map(({ name }) => name)).to.deep.equal(["chat"]);
    expect(fromOtlpProtobuf(new Uint8Array())).to.deep.equal([]);
  });

  it("refuses bytes that break off", () => {
    const whole = traces(toolSpan);
    expect(refusal(whole.subarray(0, whole.length - 5)).message).to.match(
      /^\d+ bytes are no OTLP protobuf message: premature EOF$/,
    );
  });

  it("refuses values that nest without end", () => {
    let value = anyValue("x");
    for (let depth = 0; depth < 500; depth += 1) value = message(sub(5, message(sub(1, value))));
    const span = message(sub(9, message(text(1, "deep"), sub(2, value))));
    expect(refusal(traces(span)).message).to.include("nested more than 100 levels deep");
  });

  it("says what bytes are that are something else", () => {
    expect(refusal(Buffer.from('{"resourceSpans":[]}')).message).to.include("they look like JSON");
    expect(refusal(new Uint8Array([0x1f, 0x8b, 8, 0, 0])).message).to.include("they are gzipped; unzip them first");
    expect(refusal(message(varint(1, 7))).message).to.include("resourceSpans has wire type 0, not 2");
    for (const value of [undefined, "bytes", [1, 2], {}])
      expect(refusal(value).message).to.equal("an OTLP protobuf message is a Uint8Array, such as a Buffer");
  });

  it("never throws anything but that on garbage", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(fromOtlpProtobuf(bytes)).to.be.an("array");
        } catch (error) {
          expect(error).to.be.instanceOf(RehearsalError);
        }
      }),
    );
    const whole = traces(toolSpan);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = byte;
        try {
          readTrace({ spans: fromOtlpProtobuf(damaged) });
        } catch (error) {
          expect(error).to.be.instanceOf(RehearsalError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("log records in protobuf", () => {
  it("are read with the event's name, body and ids", () => {
    const record = message(
      fixed64(1, start),
      sub(5, anyValue({ content: "hi" })),
      ...attributes(6, { "gen_ai.system": "openai" }),
      hex(9, traceId),
      hex(10, spanId),
      text(12, "gen_ai.user.message"),
    );
    const request = message(sub(1, message(sub(2, message(sub(2, record))))));
    expect(logRecordsOfOtlp(decodeLogs(request))).to.deep.equal([
      {
        eventName: "gen_ai.user.message",
        body: { content: "hi" },
        attributes: { "gen_ai.system": "openai" },
        traceId,
        spanId,
        timeUnixMs: 1_700_000_000_123.456789,
      },
    ]);
  });
});
