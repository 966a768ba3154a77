// Records one answer, under a name of its own, in each of as many cassettes as it is told (what is lost comes back no more),
// each at the very time at which the other children do.
import { once } from "node:events";
import { join } from "node:path";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";

const [directory = "", name = "", count = "0"] = process.argv.slice(2);
const looks = Array.from({ length: Number(count) }, (_, at) =>
  withCassette(async (what: string) => `${what}!`, {
    name: "look",
    path: join(directory, `${String(at)}.json`),
    mode: "auto",
  }),
);
process.send?.("ready");
const [begin] = (await once(process, "message")) as [number];
for (const [at, look] of looks.entries()) {
  while (Date.now() < begin + 5 * at);
  await look(name);
}
process.disconnect();
