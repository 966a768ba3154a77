import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Cassette } from "../../../src/models/cassette/cassette.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

interface Reported<Input, Expected> {
  readonly report: string;
  readonly says: string;
  readonly input: Input;
  readonly expected: Expected;
}

const read = <Input, Expected>(name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/reported/${name}.json`, import.meta.url), "utf8")) as Reported<
    Input,
    Expected
  >;

const post = async (cassette: Cassette, live: typeof fetch, body: string) => {
  const response = await withCassette(live, { cassette, name: "fetch" })("http://h/x", { method: "POST", body });
  return response.text();
};

describe("reported of recording and replay", () => {
  const split = read<{ contentType: string; pieces: string[] }, { content: string; absent: string[] }>("cline-9797");
  it(`${split.report}: ${split.says}`, async () => {
    using at = temporary();
    const { contentType, pieces } = split.input;
    const live = async () => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(Buffer.from(piece));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": contentType } });
    };
    expect(await post(cassetteAt(at.path, "record"), live, "{}")).to.equal(pieces.join(""));
    const again = await post(cassetteAt(at.path, "replay"), unreachable, "{}");
    const deltas = [...again.matchAll(/^data: (\{.*)$/gm)].map(
      ([, json = ""]) => (JSON.parse(json) as { choices: { delta: { content: string } }[] }).choices[0]?.delta.content,
    );
    expect(deltas.join("")).to.equal(split.expected.content);
    for (const absent of split.expected.absent) expect(at.text()).not.to.contain(absent);
  });

  const redacted = read<
    { recorded: { body: string; answer: string }; now: { body: string } },
    { answer: object; absent: string[] }
  >("php-vcr-503");
  it(`${redacted.report}: ${redacted.says}`, async () => {
    using at = temporary();
    const { recorded, now } = redacted.input;
    const live = async () => new Response(recorded.answer, { headers: { "content-type": "application/json" } });
    await post(cassetteAt(at.path, "record"), live, recorded.body);
    const again = await post(cassetteAt(at.path, "replay"), unreachable, now.body);
    expect(JSON.parse(again)).to.deep.equal(redacted.expected.answer);
    for (const absent of redacted.expected.absent) expect(at.text()).not.to.contain(absent);
  });

  const order = read<
    { recorded: string[]; reordered: string[]; changed: string },
    { answers: string[]; error: string }
  >("litellm-37525");
  it(`${order.report}: ${order.says}`, async () => {
    using at = temporary();
    let answers = 0;
    const live = async () => new Response(`answer ${String((answers += 1))}`);
    const record = cassetteAt(at.path, "record");
    for (const body of order.input.recorded) await post(record, live, body);
    const replay = cassetteAt(at.path, "replay");
    const again: string[] = [];
    for (const body of order.input.reordered) again.push(await post(replay, unreachable, body));
    expect(again).to.deep.equal(order.expected.answers);
    const error = await rejectionOf(post(cassetteAt(at.path, "replay"), unreachable, order.input.changed));
    expect(String(error)).to.contain(order.expected.error);
  });
});
