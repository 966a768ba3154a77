import { expect } from "chai";
import type { Cassette } from "../../../src/models/cassette/cassette.js";
import type { Reply } from "../../../src/models/cassette/recording.js";
import type { JsonValue } from "../../../src/test-case/json.js";
import { RehearsalError } from "../../../src/errors.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

/** Asks, and keeps this reply where there is none yet. */
function ask(cassette: Cassette, target: string, request: JsonValue, reply: Reply): Reply | "kept" {
  const begun = cassette.begin(target, request);
  if ("reply" in begun) return begun.reply;
  begun.slot.keep(reply);
  return "kept";
}

describe("a request to a cassette", () => {
  it("keeps that it ran into the time that its own signal gave it, which comes again", async () => {
    using at = temporary();
    const controller = new AbortController();
    const slow = async function slow({ signal }: { readonly q: number; readonly signal: AbortSignal }) {
      controller.abort(new DOMException("too slow", "TimeoutError"));
      throw signal.reason;
    };
    const { signal } = controller;
    await rejectionOf(withCassette(slow, { cassette: cassetteAt(at.path, "record") })({ q: 1, signal }));
    const cassette = cassetteAt(at.path, "replay");
    const replayed = withCassette(unreachable as typeof slow, { cassette, name: "slow" });
    const again = await rejectionOf(replayed({ q: 1, signal: new AbortController().signal }));
    expect(again).to.include({ name: "TimeoutError", message: "too slow" });
  });

  it("asks again in auto what was cut off, in whose place its answer then stands", () => {
    using at = temporary();
    const late: Reply = { unanswered: "late" };
    const answered: Reply = { value: "now" };
    const request = { q: 1 };
    expect(ask(cassetteAt(at.path, "record"), "m", request, late)).to.equal("kept");
    expect(ask(cassetteAt(at.path, "replay"), "m", request, answered)).to.deep.equal(late);
    expect(ask(cassetteAt(at.path, "auto"), "m", request, answered)).to.equal("kept");
    expect(ask(cassetteAt(at.path, "auto"), "m", request, { value: "later" })).to.deep.equal(answered);
    expect(at.json().recordings).to.have.lengthOf(1);
  });

  it("gets no answer that another gave, though nothing but a secret tells the requests apart", () => {
    using at = temporary();
    const login = (password: string) => ({ user: "kim", password });
    ask(cassetteAt(at.path, "record"), "shop", login("S3cretPass1"), { value: "in" });
    const replay = cassetteAt(at.path, "replay");
    expect(() => ask(replay, "bank", login("S3cretPass1"), {})).to.throw(RehearsalError, "bank");
    expect(ask(replay, "shop", login("S3cretPass2"), {})).to.deep.equal({ value: "in" });
  });

  it("is written without what it is sent with, also where that is escaped as in an address", () => {
    using at = temporary();
    const key = "kim's own/key+9=";
    const request = { plain: `with ${key}`, address: `http://h/x?u=${encodeURIComponent(key)}` };
    const begun = cassetteAt(at.path, "record").begin("m", request, [key]);
    if ("slot" in begun) begun.slot.keep({ value: `got ${key} and ${encodeURIComponent(key)}` });
    expect(at.text()).to.include("got ");
    for (const each of [key, encodeURIComponent(key)]) expect(at.text()).to.not.include(each);
  });
});
