import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { createOtlpReceiver, type OtlpReceiver, type OtlpReceiverOptions } from "../../../src/tracing/index.js";
import { virtualClock } from "../../support/virtual-clock.js";
import { exportOf, post, spanId, traceId, until } from "./support.js";

const body = JSON.stringify(exportOf({ trace: traceId("f0"), span: spanId("1") }));
const head = (length: number): string =>
  `POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${String(length)}\r\n\r\n`;

describe("an OTLP receiver among bad senders", () => {
  let receiver: OtlpReceiver;
  const sockets: Socket[] = [];
  const clock = virtualClock();
  const open = async (options: OtlpReceiverOptions = {}): Promise<void> => {
    receiver = await createOtlpReceiver({ clock, ...options });
  };
  const raw = (text: string): Socket => {
    const socket = connect(Number(new URL(receiver.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(text);
    sockets.push(socket);
    return socket;
  };
  /** What comes back until the server closes the connection, or until `count` answers have come. */
  const answers = (socket: Socket, count = Infinity): Promise<string> =>
    new Promise((resolve) => {
      let text = "";
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.split("HTTP/1.1 ").length > count && text.endsWith("}")) resolve(text);
      });
      socket.on("close", () => resolve(text));
    });
  const expectAlive = async (): Promise<void> => expect((await post(receiver, body)).status).to.equal(200) && undefined;
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await receiver.close();
  });

  it("takes many exports over one connection, refused ones among them", async () => {
    await open({ maxBodyBytes: 5_000 });
    const large = "x".repeat(6_000);
    const socket = raw(
      head(body.length) + body + head(large.length) + large + head(3) + "bad" + head(body.length) + body,
    );
    const text = await answers(socket, 4);
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(
      [200, 413, 400, 200].map((status) => `HTTP/1.1 ${String(status)}`),
    );
  });

  it("gives up on a body that does not come", async () => {
    await open({ requestTimeoutMs: 5_000 });
    const socket = raw(head(1_000) + "{");
    const answered = answers(socket);
    await clock.whenPending(1);
    await clock.advance(5_000);
    expect(await answered).to.match(/^HTTP\/1\.1 408 .*"The export did not arrive within 5000 ms\."/s);
    expect(receiver.stats()).to.include({ refused: 1 });
    await expectAlive();
  });

  it("closes connections whose headers do not come", async () => {
    await open({ requestTimeoutMs: 100 });
    const socket = raw("POST /v1/traces HTTP/1.1\r\nhost: x\r\n");
    expect(await answers(socket)).to.match(/^HTTP\/1\.1 408/);
    await expectAlive();
  });

  it("forgets an upload whose sender goes away", async () => {
    await open({ maxPendingBytes: 2_000 });
    for (let times = 0; times < 3; times++) {
      const socket = raw(head(1_900) + "x".repeat(1_000));
      await clock.whenPending(1);
      socket.destroy();
      await until(() => receiver.stats().aborted > times);
      expect(clock.pending).to.deep.equal([]);
    }
    await expectAlive();
    expect(receiver.stats()).to.include({ aborted: 3, refused: 0 });
  });

  it("puts senders off while too much is on its way in", async () => {
    await open({ maxPendingBytes: 2_000 });
    raw(head(1_900) + "x".repeat(1_800));
    await clock.whenPending(1);
    await new Promise(setImmediate);
    const { status, headers, text } = await post(receiver, body);
    expect([status, headers.get("retry-after")]).to.deep.equal([503, "1"]);
    expect(text).to.contain("Try again");
    sockets[0]?.destroy();
    await until(() => receiver.stats().aborted === 1);
    await expectAlive();
  });

  it("stops reading a body without end", async () => {
    await open({ maxBodyBytes: 5_000 });
    const socket = raw(
      "POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const chunk = `1000\r\n${"x".repeat(0x1000)}\r\n`;
    const answered = answers(socket, 1);
    socket.write(chunk.repeat(5));
    expect(await answered).to.match(/^HTTP\/1\.1 413/);
    await expectAlive();
  });

  it("survives what is no HTTP", async () => {
    await open();
    const socket = raw("\u0000\u0001 nonsense\r\n\r\n");
    expect(await answers(socket)).to.match(/^HTTP\/1\.1 400/);
    await expectAlive();
  });

  it("survives damaged and deeply nested exports", async () => {
    await open();
    const deep = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000);
    const bodies = [
      `{"resourceSpans":[null,1,{"scopeSpans":[{"spans":[null,{"attributes":3}]}]}]}`,
      `{"resourceSpans":${deep("[", "]")}}`,
      `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${traceId("1")}","spanId":"${spanId("1")}","attributes":[{"key":"k","value":${deep('{"arrayValue":{"values":[', "]}}")}}]}]}]}]}`,
    ];
    for (const each of bodies) expect((await post(receiver, each)).status).to.be.oneOf([200, 400]);
    for (let n = 0; n < 60; n++) {
      const bytes = Uint8Array.from({ length: n }, (_, at) => (at * 7919 + n * 104_729) % 256);
      const { status } = await post(receiver, bytes, { headers: { "content-type": "application/x-protobuf" } });
      expect(status).to.be.oneOf([200, 400]);
    }
    await expectAlive();
  });

  it("answers those who are there when it is closed with the end of their connection", async () => {
    await open();
    const socket = raw(head(1_000) + "{");
    await clock.whenPending(1);
    const closed = once(socket, "close");
    await receiver.close();
    await closed;
  });
});
