import { expect } from "chai";
import fc from "fast-check";
import { eventsOf, type ServerEvent } from "../../../src/simulator/agents/event-stream.js";

async function events(text: string, cuts: readonly number[] = []): Promise<ServerEvent[]> {
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  async function* chunks() {
    let start = 0;
    for (const end of ends) {
      yield bytes.subarray(start, end);
      start = end;
    }
  }
  const found: ServerEvent[] = [];
  for await (const event of eventsOf(chunks())) found.push(event);
  return found;
}

const stream =
  ": a comment\r\n\r\ndata: one\r\n\r\nevent: token\ndata: tw\ndata:o\nid: 7\n\ndata: ünï\rdata\r\revent: lost\n\ndata: last";
const expected = [
  { type: "message", data: "one" },
  { type: "token", data: "tw\no" },
  { type: "message", data: "ünï\n" },
  { type: "message", data: "last" },
];

describe("an event stream", () => {
  it("is read by its data, whatever ends its lines", async () => {
    expect(await events(stream)).to.deep.equal(expected);
  });

  it("is the same however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 20 }), async (cuts) => {
        expect(await events(stream, cuts)).to.deep.equal(expected);
      }),
    );
  });
});
