import { gzipSync } from "node:zlib";
import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BasicTracerProvider, type ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import { createOtlpReceiver, type OtlpReceiver } from "../../../src/tracing/index.js";
import { RehearsalError } from "../../../src/errors.js";
import { rejectionOf } from "../../support/rejection.js";
import { message, sub, text } from "../support/otlp-bytes.js";
import { endRuns, exportOf, namesIn, openRun, post, spanId, traceId } from "./support.js";

const protobuf = { "content-type": "application/x-protobuf" };
const one = exportOf({ trace: traceId("f0"), span: spanId("1") });
const damaged = exportOf({ trace: "short", span: spanId("1") });

/** The fields of a protobuf message whose fields are numbers and texts. */
function fieldsOf(bytes: Uint8Array): (number | string | Uint8Array)[] {
  const reader = new BinaryReader(bytes);
  const fields: (number | string | Uint8Array)[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    fields.push(number, type === WireType.Varint ? reader.int32() : reader.bytes());
  }
  return fields.map((field) => (field instanceof Uint8Array ? Buffer.from(field).toString() : field));
}

describe("an OTLP receiver", () => {
  let receiver: OtlpReceiver;
  beforeEach(async () => (receiver = await createOtlpReceiver({ maxBodyBytes: 20_000 })));
  afterEach(async () => {
    endRuns();
    await receiver.close();
  });

  it("tells where it listens, also as the environment of another process", () => {
    expect(receiver.url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(receiver).to.include({ endpoint: `${receiver.url}/v1/traces`, logsEndpoint: `${receiver.url}/v1/logs` });
    expect(receiver.env).to.include({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  });

  it("answers what it has taken with an empty message", async () => {
    expect(await post(receiver, one)).to.include({ status: 200, type: "application/json", text: "{}" });
    expect(await post(receiver, one, { headers: { "content-type": "application/json; charset=utf-8" } })).to.include({
      status: 200,
    });
    expect(await post(receiver, "{}", { path: "/v1/logs" })).to.include({ status: 200, text: "{}" });
    expect(await post(receiver, new Uint8Array(), { headers: protobuf })).to.include({
      status: 200,
      type: "application/x-protobuf",
      text: "",
    });
    expect(receiver.stats()).to.include({ exports: 4, spans: 2, unclaimed: 2, refused: 0 });
  });

  it("tells the sender what it has rejected", async () => {
    const inJson = await post(receiver, damaged);
    expect(inJson.status).to.equal(200);
    expect(JSON.parse(inJson.text)).to.deep.equal({
      partialSuccess: { rejectedSpans: "1", errorMessage: "1 span has no valid trace id and span id" },
    });
    // A span with no more than a name.
    const span = message(text(5, "a"));
    const bytes = message(sub(1, message(sub(2, message(sub(2, span))))));
    const answer = await post(receiver, bytes, { headers: protobuf });
    expect(answer.status).to.equal(200);
    const [field, partial] = fieldsOf(answer.bytes);
    expect([field, ...fieldsOf(Buffer.from(String(partial)))]).to.deep.equal([
      1,
      1,
      1,
      2,
      "1 span has no valid trace id and span id",
    ]);
  });

  it("gives log records to the run of their span", async () => {
    const run = openRun();
    const { traceId: trace, spanId: span } = run.ids;
    const logRecords = [
      { traceId: trace, spanId: span, eventName: "gen_ai.choice" },
      { body: { stringValue: "loose" } },
    ];
    await post(receiver, { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, { path: "/v1/logs" });
    expect(run.received.size).to.equal(1);
    expect(receiver.stats()).to.include({ logRecords: 2, joined: 1, elsewhere: 1 });
  });

  it("unpacks gzip", async () => {
    const headers = { "content-encoding": "gzip" };
    expect(await post(receiver, gzipSync(JSON.stringify(one)), { headers })).to.include({ status: 200, text: "{}" });
  });

  it("takes what exporters make of an endpoint that ends in a slash", async () => {
    for (const path of ["//v1/traces", "/v1/traces/", "//v1//traces//"])
      expect((await post(receiver, one, { path })).status).to.equal(200);
    expect((await post(receiver, { resourceLogs: [] }, { path: "//v1/logs" })).status).to.equal(200);
    expect(receiver.stats()).to.include({ refused: 0 });
  });

  const refusals: readonly [
    what: string,
    status: number,
    code: number,
    message: RegExp,
    Parameters<typeof post>[1],
    object?,
  ][] = [
    ["no JSON", 400, 3, /no valid JSON/, "nonsense"],
    ["JSON of something else", 400, 3, /must be a JSON object/, [1]],
    ["spans that are no list", 400, 3, /resourceSpans must be a list/, { resourceSpans: 1 }],
    ["logs where traces go", 400, 3, /send it to \/v1\/logs/, { resourceLogs: [] }],
    ["no gzip", 400, 3, /no valid gzip/, "nonsense", { headers: { "content-encoding": "gzip" } }],
    ["another encoding", 415, 3, /"br" is not understood/, "x", { headers: { "content-encoding": "br" } }],
    ["another content type", 415, 3, /application\/x-protobuf or/, "x", { headers: { "content-type": "text/plain" } }],
    ["another path", 404, 12, /Send traces to \/v1\/traces/, one, { path: "/" }],
    ["metrics", 404, 12, /OTEL_METRICS_EXPORTER=none/, {}, { path: "/v1/metrics" }],
    ["another method", 405, 12, /by POST/, {}, { method: "PUT" }],
    ["too much", 413, 8, /more than 20000 bytes/, "x".repeat(20_001)],
    [
      "too much once it is unpacked",
      413,
      8,
      /unpacks to more than 20000 bytes/,
      gzipSync(Buffer.alloc(1_000_000)),
      { headers: { "content-encoding": "gzip" } },
    ],
  ];
  for (const [what, status, code, expected, body, options] of refusals) {
    it(`refuses ${what} with ${String(status)}`, async () => {
      const answer = await post(receiver, body, options);
      expect(answer).to.include({ status, type: "application/json" });
      expect((JSON.parse(answer.text) as { code: number }).code).to.equal(code);
      expect((JSON.parse(answer.text) as { message: string }).message).to.match(expected);
      expect(receiver.stats()).to.include({ refused: 1, exports: 0 });
      expect((await post(receiver, one)).status).to.equal(200);
    });
  }

  it("refuses in the encoding that it was asked in", async () => {
    const answer = await post(receiver, "nonsense", { headers: protobuf });
    expect(answer).to.include({ status: 400, type: "application/x-protobuf" });
    expect(fieldsOf(answer.bytes).slice(0, 3)).to.deep.equal([1, 3, 2]);
    expect(fieldsOf(answer.bytes)[3]).to.contain("8 bytes are no OTLP protobuf message");
  });

  it("says which method is allowed, and which content types", async () => {
    expect((await post(receiver, {}, { method: "GET" })).headers.get("allow")).to.equal("POST");
    const { headers } = await post(receiver, "x", { headers: { "content-type": "text/plain" } });
    expect(headers.get("accept-post")).to.contain("application/x-protobuf");
  });

  for (const [name, Exporter] of Object.entries({ JsonExporter, ProtobufExporter })) {
    it(`takes what the official ${name === "JsonExporter" ? "http/json" : "http/protobuf"} exporter sends`, async () => {
      const run = openRun({ conversationId: "c" });
      const span = new BasicTracerProvider().getTracer("t").startSpan("mine", { attributes: { "session.id": "c" } });
      span.end();
      const exporter = new Exporter({ url: receiver.endpoint });
      const result = await new Promise<ExportResult>((resolve) =>
        exporter.export([span as unknown as ReadableSpan], resolve),
      );
      await exporter.shutdown();
      expect(result).to.deep.equal({ code: ExportResultCode.SUCCESS });
      expect(namesIn(run)).to.deep.equal(["mine"]);
    });
  }

  it("closes once, however often it is told to", async () => {
    await Promise.all([receiver.close(), receiver.close()]);
    await receiver.close();
    expect(await rejectionOf(post(receiver, one))).to.be.instanceOf(TypeError);
  });

  it("says where it can't listen", async () => {
    const port = Number(new URL(receiver.url).port);
    const error = await rejectionOf(createOtlpReceiver({ port }));
    expect(error).to.be.instanceOf(RehearsalError);
    expect((error as Error).message).to.match(/can't listen at 127\.0\.0\.1, port \d+: .*EADDRINUSE.*Leave port out/);
  });

  it("refuses options that there are not, and values that mean nothing", async () => {
    const wrong = [{ prot: 1 }, { settleMs: -1 }, { maxSpans: NaN }, { port: 70_000 }, { host: "" }];
    const messages = await Promise.all(
      wrong.map(async (options) => ((await rejectionOf(createOtlpReceiver(options))) as Error).message),
    );
    expect(messages[0]).to.match(/unknown option "prot" \(did you mean "port"\?\); known options: port, host/);
    expect(messages.slice(1).map((message) => message.split(" must ")[0])).to.deep.equal(
      ["settleMs", "maxSpans", "port", "host"].map((name) => `createOtlpReceiver: ${name}`),
    );
  });
});
