import { expect } from "chai";
import fc from "fast-check";
import type { JsonValue } from "../../../src/test-case/json.js";
import { requestKey } from "../../../src/models/cassette/request-key.js";
import { settle, standardVolatile } from "../../../src/models/cassette/volatile.js";

const settled = (value: JsonValue) => settle(value, standardVolatile);
const keyOf = (request: JsonValue, rules = standardVolatile) => requestKey({ target: "t", request }, rules).key;

const shuffled = (value: JsonValue, pick: () => number): JsonValue => {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shuffled(item, pick));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, pick)] as const);
  return Object.fromEntries(
    entries
      .map((entry) => [pick(), entry] as const)
      .sort(([a], [b]) => a - b)
      .map(([, entry]) => entry),
  );
};

const told = (role: string, content: JsonValue) => ({ role, content });
const http = { method: "POST", url: "http://h/x" };

describe("volatile parts of a request", () => {
  const ids: Record<string, [JsonValue, JsonValue]> = {
    "tool call ids": [told("assistant", { id: "call_Ab1Cd2Ef3" }), told("assistant", { id: "call_Zz9Yy8Xx7" })],
    "uuids of a thread in a text": [
      told("system", "thread 3f2b8c1a-0b1c-4d5e-8f9a-0123456789ab."),
      told("system", "thread ffffffff-0b1c-4d5e-8f9a-0123456789ab."),
    ],
    "times of now": [told("user", "now: 2026-11-30T19:41:05.123Z"), told("user", "now: 2027-01-02 03:04:05+01:00")],
    "dates in instructions": [told("system", "Date: 2026-11-30"), told("system", "Date: 2027-01-02")],
    "times of HTTP in instructions": [
      told("system", "Time: Mon, 30 Nov 2026 20:00:34 GMT"),
      told("system", "Time: Tue, 01 Dec 2026 07:00:00 GMT"),
    ],
    "counts of seconds under the key of a time": [
      { ...http, body: { created_at: 1700000000 } },
      { ...http, body: { created_at: 1800000000123 } },
    ],
    "times under their key in the result of a tool": [
      told("tool", '{"created_at":"2026-11-30T19:41:05Z"}'),
      told("tool", '{"created_at":"2027-11-30T19:41:05Z"}'),
    ],
    "thread ids under their key, and wherever else they stand": [
      { ...http, body: { thread_id: "kim-and-1", metadata: ["kim-and-1"] } },
      { ...http, body: { thread_id: "lee-and-2", metadata: ["lee-and-2"] } },
    ],
    "ids of providers that have no prefix": [
      told("assistant", { tool_calls: [{ id: "D681PevKs" }], more: { tool_call_id: "D681PevKs" } }),
      told("assistant", { tool_calls: [{ id: "Qx77tzz0a" }], more: { tool_call_id: "Qx77tzz0a" } }),
    ],
    "trace contexts": [{ traceparent: "00-aa" }, { traceparent: "00-bb" }],
    "ports of this machine": ["http://127.0.0.1:8080/v1", "http://127.0.0.1:41234/v1"],
  };
  for (const [name, [one, other]] of Object.entries(ids))
    it(`are ${name}`, () => {
      expect(settled(one)).to.deep.equal(settled(other));
      expect(settled(one)).not.to.deep.equal(one);
    });

  const meant: JsonValue[] = [
    "call_customer",
    "A-1042",
    "on 2026-12-01",
    "at 10:30",
    "http://example.com:8080",
    { session: "x" },
    { created: true },
    { amount: 1700000000 },
    "item_1042",
    "run_tests",
  ];
  for (const plain of meant)
    it(`are not what means something: ${JSON.stringify(plain)}`, () => {
      expect(settled(plain)).to.deep.equal(plain);
    });

  const time = "2026-05-01T10:00:00Z";
  const uuid = "3f2b8c1a-0b1c-4d5e-8f9a-0123456789ab";
  const args = { when: time, account: uuid, timestamp: 1700000000, session_id: "s-1", call: "call_Ab1Cd2Ef3" };
  const own: Record<string, JsonValue> = {
    "of a function": [args, time, uuid],
    "of a tool that a model calls": {
      messages: [
        {
          role: "assistant",
          content: "",
          toolCalls: [{ id: "1", name: "look", arguments: args }],
          tool_calls: [{ function: { name: "look", arguments: JSON.stringify(args) } }],
        },
        { role: "assistant", content: [{ type: "tool_use", name: "look", input: args }] },
      ],
    },
    "of a service": { ...http, url: `http://h/${uuid}?at=${time}`, body: { when: time, account: uuid } },
    "that a user states": { messages: [{ role: "user", content: `From ${time} on, account ${uuid}.` }] },
  };
  for (const [name, request] of Object.entries(own))
    it(`are not the arguments ${name}`, () => {
      const sorted = settle(request, []);
      expect(settled(request)).to.deep.equal(sorted);
    });

  it("keep different ids apart and equal ids together", () => {
    const asked = (ask: string, answer: string): JsonValue =>
      told("assistant", [{ id: ask }, { tool_call_id: answer }]);
    expect(keyOf(asked("call_1a", "call_1a"))).to.equal(keyOf(asked("call_7b", "call_7b")));
    expect(keyOf(asked("call_1a", "call_2b"))).not.to.equal(keyOf(asked("call_7b", "call_7b")));
    expect(settled(told("user", ["call_1a", "call_2b", "call_1a"])))
      .to.have.property("content")
      .that.deep.equals(["<id 1>", "<id 2>", "<id 1>"]);
  });

  it("are what further rules say, sticky patterns too", () => {
    const rules = [...standardVolatile, { name: "ticket", pattern: /T-\d+/y }, { name: "who", key: /^asker$/ }];
    expect(settle({ asker: "Kim", text: "see T-1, T-2" }, rules)).to.deep.equal({
      asker: "<who 1>",
      text: "see <ticket 1>, <ticket 2>",
    });
  });

  it("law: the order of keys does not matter", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.infiniteStream(fc.double({ noNaN: true })), (value, stream) => {
        const pick = () => stream.next().value as number;
        expect(keyOf(shuffled(value as JsonValue, pick))).to.equal(keyOf(value as JsonValue));
      }),
    );
  });

  it("law: requests that differ have different keys where nothing is volatile", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(settle(a as JsonValue, [])) === JSON.stringify(settle(b as JsonValue, []));
        expect(keyOf(a as JsonValue, []) === keyOf(b as JsonValue, [])).to.equal(same);
      }),
    );
  });

  it("law: what is renamed is renamed to the same whatever the ids are", () => {
    const text = fc
      .constantFrom("A", "B", "C")
      .chain((id) => fc.constant((names: Record<string, string>) => `thread ${names[id] ?? ""}`));
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 6 }),
        fc.array(fc.uuid(), { minLength: 6, maxLength: 6 }),
        (texts, ids) => {
          fc.pre(new Set(ids).size === 6);
          const [a = "", b = "", c = "", d = "", e = "", f = ""] = ids;
          const one = told(
            "user",
            texts.map((make) => make({ A: a, B: b, C: c })),
          );
          const other = told(
            "user",
            texts.map((make) => make({ A: d, B: e, C: f })),
          );
          expect(settled(one)).to.deep.equal(settled(other));
        },
      ),
    );
  });
});
