import { expect } from "chai";
import { readFailure } from "../../src/models/failure.js";

const now = Date.parse("2026-01-01T00:00:00Z");
const limited = (headers: unknown) => readFailure({ status: 429, headers }, now).retryAfterMs;

describe("readFailure", () => {
  const waits: [headers: Record<string, string>, ms: number | null][] = [
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT", date: "Thu, 01 Jan 2026 00:00:20 GMT" }, 10_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "soon 7" }, null],
    [{ "retry-after": "Mon 3" }, null],
    [{ "retry-after": "1e999" }, null],
    [{ "retry-after-ms": "-5", "retry-after": "2" }, 2000],
    [{ "retry-after-ms": "NaN" }, null],
    [{ "retry-after": "-3" }, null],
    [{ "retry-after": "" }, null],
    [{}, null],
  ];
  for (const [headers, ms] of waits) {
    it(`reads a wait of ${String(ms)} ms from ${JSON.stringify(headers)}, in both forms of headers`, () => {
      expect(limited(new Headers(headers))).to.equal(ms);
      expect(limited(Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v])))).to.equal(ms);
    });
  }

  it("reads what an AI SDK model throws", () => {
    const thrown = Object.assign(new Error("Too Many Requests"), {
      statusCode: 429,
      responseBody: '{"error":{"message":"slow down"}}',
      responseHeaders: { "retry-after": "3" },
    });
    expect(readFailure(thrown, now)).to.deep.include({
      kind: "http",
      status: 429,
      said: "slow down",
      retryable: true,
      retryAfterMs: 3000,
    });
  });

  it("takes a broken connection for passing trouble, and names no host", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.1.2.3:80"), { code: "ECONNREFUSED" });
    const both = new AggregateError([refused]);
    const failure = readFailure(new TypeError("fetch failed", { cause: both }), now);
    expect(failure).to.deep.include({ kind: "connection", said: "ECONNREFUSED", retryable: true });
  });

  it("takes a mistake in code for what it is", () => {
    for (const thrown of [new TypeError("x is not a function"), "text", null, undefined, { code: 5 }])
      expect(readFailure(thrown, now)).to.include({ kind: "other", retryable: false });
  });

  it("quotes nothing of a body that it can't read", () => {
    for (const body of ["sk-secret-0123456789", '{"a": sk-secret-0123456789 }'])
      try {
        JSON.parse(body);
      } catch (error) {
        expect(readFailure(error, now).said)
          .to.match(/^Unexpected token/)
          .and.not.include("sk-");
      }
  });
});
