import { expect } from "chai";
import fc from "fast-check";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

/** What one reader or another takes for the end of a line. */
const lineEnds = ["\n", "\r", "\r\n", "\u2028", "\u2029", "\u0085", "\u000b", "\u000c", "\u001e", "\0", "\ufeff"];
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.oneof(fc.constantFrom(...lineEnds, " ", "$lines", '"', "\\", "\ud800"), fc.string()), { maxLength: 8 })
    .map((parts) => parts.join("")),
);
const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.record({ $lines: fc.array(text) }));

describe("a text in a cassette", () => {
  it("is read back equal, and found again, whatever it is of", async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (request, answer) => {
        using at = temporary();
        const recorded = withCassette(async (_: unknown) => answer, {
          name: "f",
          cassette: cassetteAt(at.path, "record"),
        });
        expect(await recorded(request)).to.deep.equal(answer);
        const replayed = withCassette(unreachable as (_: unknown) => Promise<unknown>, {
          name: "f",
          cassette: cassetteAt(at.path, "replay"),
        });
        expect(await replayed(request)).to.deep.equal(answer);
        // Adding to the file writes anew what was read of it.
        const more = withCassette(async (_: unknown) => "more", { name: "g", cassette: cassetteAt(at.path, "auto") });
        await more(request);
        const again = withCassette(unreachable as (_: unknown) => Promise<unknown>, {
          name: "f",
          cassette: cassetteAt(at.path, "replay"),
        });
        expect(await again(request)).to.deep.equal(answer);
      }),
      { numRuns: 80 },
    );
  });
});
