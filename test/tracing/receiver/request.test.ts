import { expect } from "chai";
import { addressIn, isNear, requestIn } from "../../../src/tracing/receiver/request.js";
import { spanId, traceId } from "./support.js";

describe("a request to another process", () => {
  const front = { "service.name": "front" };
  const request = (attributes: Readonly<Record<string, string | number>>, name = "POST", kind = "client", error = "") =>
    requestIn(
      {
        name,
        kind: kind as "client",
        traceId: traceId("1"),
        spanId: spanId("1"),
        parentSpanId: null,
        startTimeUnixMs: null,
        endTimeUnixMs: null,
        status: error === "" ? { code: 0 } : { code: 2, message: error },
        attributes,
        events: [],
        scope: "",
        droppedAttributesCount: 0,
      },
      { ...attributes, ...front },
    );
  const shape = (url: string, more: object = {}) =>
    request({ "http.request.method": "POST", "url.full": `http://127.0.0.1:7001${url}`, ...more })?.shape;

  it("has the shape of others that differ by ids, and not of those on another way or by another method", () => {
    expect(shape("/orders/17/items?q=1")).to.equal('POST 127.0.0.1:7001/orders/*/items of service "front"');
    expect(shape("/orders/b1e8/items")).to.equal(shape("/orders/17/items"));
    expect(shape("/v1/guide")).to.equal('POST 127.0.0.1:7001/v1/guide of service "front"');
    expect(shape("/guide", { "http.request.method": "GET" })).to.not.equal(shape("/guide"));
    expect(shape("/guide", { "url.template": "/{page}" })).to.contain("7001/{page} of");
  });

  it("is told by the older names of attributes, by the called procedure or queue, or by its name alone", () => {
    expect(
      request({ "http.method": "GET", "http.url": "http://back/a", "net.peer.name": "back", "net.peer.port": 80 })
        ?.shape,
    ).to.equal('GET back:80/a of service "front"');
    expect(request({ "rpc.service": "shop.Orders", "rpc.method": "Find", "server.address": "back" })?.shape).to.equal(
      'shop.Orders/Find back of service "front"',
    );
    const queued = request({ "messaging.destination.name": "jobs" }, "send", "producer");
    expect(queued?.shape).to.equal('send jobs of service "front"');
    expect(request({}, "ask the back")?.shape).to.equal('ask the back of service "front"');
    expect(request({ "url.full": "no url" }, "x".repeat(1000))?.shape).to.have.length.below(250);
    const long = request({
      "url.full": `http://${"x".repeat(9000)}:1`,
      "server.address": "y".repeat(9000),
      "server.port": 1,
    });
    expect(long?.address).to.have.length.below(250);
  });

  it("is none where the span is not its sender's, or no connection was made", () => {
    for (const kind of ["server", "consumer", "internal"]) expect(request({}, "x", kind)).to.equal(undefined);
    for (const error of ["connect ECONNREFUSED 127.0.0.1:7001", "getaddrinfo ENOTFOUND back", "Connection refused"])
      expect(request({}, "x", "client", error)).to.equal(undefined);
    expect(request({}, "x", "client", "the request was aborted")?.shape).to.contain("x");
  });

  it("goes to an address of which both parts are told, and which is near or not", () => {
    expect(addressIn({ "server.address": "back", "url.scheme": "https" })).to.equal("back:443");
    expect(addressIn({ "server.address": "back" })).to.equal(undefined);
    for (const near of ["localhost:1", "127.0.0.1:80", "[::1]:80", "back:7001", "10.0.0.8:1", "a.internal:80"])
      expect(isNear(near)).to.equal(true);
    for (const far of ["api.models.example:443", "172.32.0.1:80", "8.8.8.8:53"]) expect(isNear(far)).to.equal(false);
  });
});
