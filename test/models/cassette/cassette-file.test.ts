import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Cassette } from "../../../src/models/cassette/cassette.js";
import { withCassette } from "../../../src/models/cassette/with-cassette.js";
import { rejectionOf } from "../../support/rejection.js";
import { cassetteAt, temporary, unreachable } from "./support.js";

const echo = (cassette: Cassette, say = (id: string) => `${id}!`) => {
  let calls = 0;
  const wrapped = withCassette(
    async function echo(id: string) {
      calls += 1;
      return say(id);
    },
    { cassette },
  );
  return Object.assign((id: string) => wrapped(id), { calls: () => calls });
};
const requestsIn = (file: { json(): { recordings: { request: unknown }[] } }) =>
  file.json().recordings.map(({ request }) => (request as string[])[0]);

describe("the file of a cassette", () => {
  it("is for its owner alone, whole at every moment, and readable line by line", async () => {
    using at = temporary();
    const record = echo(cassetteAt(at.path, "record"), () => "line one\nline two");
    await record("a\nb");
    expect(statSync(at.path).mode & 0o777).to.equal(0o600);
    expect(readdirSync(at.directory)).to.deep.equal(["golden.json"]);
    expect(at.text()).to.equal(
      [
        "{",
        '  "cassette": 1,',
        '  "recordings": [',
        "    {",
        '      "target": "echo",',
        '      "request": [',
        "        {",
        '          "$lines": [',
        '            "a",',
        '            "b"',
        "          ]",
        "        }",
        "      ],",
        '      "reply": {',
        '        "value": {',
        '          "$lines": [',
        '            "line one",',
        '            "line two"',
        "          ]",
        "        }",
        "      }",
        "    }",
        "  ]",
        "}",
        "",
      ].join("\n"),
    );
  });

  it("is the same when the same is recorded again", async () => {
    using at = temporary();
    const run = async (startedMs?: number) => {
      const record = echo(cassetteAt(at.path, "record", {}, startedMs === undefined ? {} : { startedMs }));
      for (const id of ["a", "b", "a"]) await record(id);
      return at.text();
    };
    const first = await run();
    expect(await run()).to.equal(first);
    expect(await run(Date.now() + 60_000)).to.equal(first);
  });

  it("loses nothing of many that record at once, whether they share a cassette or only the file", async () => {
    using at = temporary();
    const shared = cassetteAt(at.path, "record");
    const cassettes = [shared, shared, cassetteAt(at.path, "record"), cassetteAt(at.path, "auto")];
    await Promise.all(
      cassettes.flatMap((cassette, c) =>
        Array.from({ length: 25 }, (_, i) => echo(cassette)(`${String(c)}-${String(i)}`)),
      ),
    );
    expect(new Set(requestsIn(at)).size).to.equal(100);
  });

  it("is replaced by `record` where an earlier process wrote it, even if it is broken", async () => {
    using at = temporary();
    await echo(cassetteAt(at.path, "record"))("old");
    utimesSync(at.path, 1, 1);
    await echo(cassetteAt(at.path, "record"))("new");
    expect(requestsIn(at)).to.deep.equal(["new"]);
    writeFileSync(at.path, "{ torn");
    utimesSync(at.path, 1, 1);
    await echo(cassetteAt(at.path, "record"))("newer");
    expect(requestsIn(at)).to.deep.equal(["newer"]);
  });

  it("stays as it was until the first answer has come", async () => {
    using at = temporary();
    await echo(cassetteAt(at.path, "record"))("old");
    utimesSync(at.path, 1, 1);
    const before = at.text();
    const controller = new AbortController();
    const failing = withCassette(
      async function failing(_: AbortSignal) {
        controller.abort(new Error("killed"));
        throw new Error("killed");
      },
      { cassette: cassetteAt(at.path, "record") },
    );
    await rejectionOf(failing(controller.signal));
    expect(at.text()).to.equal(before);
  });

  it("that can't be written is found before anything is asked", async function () {
    using at = temporary();
    writeFileSync(at.path, "a file");
    const below = echo(cassetteAt(join(at.path, "golden.json"), "record"));
    expect(await rejectionOf(below("a"))).to.include({ code: "invalid_file" });
    expect(below.calls()).to.equal(0);
    // The superuser may write everywhere.
    if (process.getuid?.() === 0) return;
    const locked = join(at.directory, "locked");
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    const inside = echo(cassetteAt(join(locked, "golden.json"), "auto"));
    expect(String(await rejectionOf(inside("a")))).to.contain("can't be written");
    expect(inside.calls()).to.equal(0);
  });

  const good = async (at: ReturnType<typeof temporary>) => {
    const record = echo(cassetteAt(at.path, "record"));
    for (const id of ["a", "b", "c"]) await record(id);
    return at.text();
  };
  const complaint = async (path: string) => String(await rejectionOf(echo(cassetteAt(path, "replay"))("a")));

  const faults: Record<string, [(text: string) => string, RegExp]> = {
    torn: [(text) => text.slice(0, text.indexOf('"b!"') + 2), /line 19: the file breaks off there/],
    empty: [() => "", /the file is empty/],
    "in conflict": [(text) => text.replace("    {\n", "<<<<<<< HEAD\n    {\n"), /line 4: it holds a merge conflict/],
    "with a comma too many": [(text) => text.replace('"value": "b!"', '"value": "b!",'), /line 20: it is no JSON/],
    "with a word of no language": [
      (text) => text.replace('"b!"', "b!"),
      /line 19: it is no JSON \(Unexpected token 'b'\)/,
    ],
    "of something else": [() => '{"goldens": []}', /line 1: it is no cassette/],
    "of a later version": [
      (text) => text.replace('"cassette": 1', '"cassette": 2'),
      /format 2, and this version reads 1/,
    ],
    "with an answer that is none": [
      (text) => text.replace('"value": "b!"', '"valeu": "b!"'),
      /recording 2, line 1\d: reply.*valeu.*value/s,
    ],
    "with an answer of two kinds": [
      (text) => text.replace('"value": "b!"', '"value": "b!",\n        "error": {"name": "E", "message": "m"}'),
      /recording 2, line 18: reply: must have exactly one of value, error, http, stream/,
    ],
    "with a status that no answer has": [
      (text) => text.replace('"value": "b!"', '"http": {\n"status": 2000, "headers": {}}'),
      /recording 2, line 20: reply.http.status/,
    ],
    "with a recording without request": [
      (text) => text.replace(/"request": \[\s*"c"\s*\],/, ""),
      /recording 3, line \d+: request/,
    ],
    "with null for a recording": [
      (text) => text.replace(/"recordings": \[[^]*/, '"recordings": [\nnull]}'),
      /recording 1, line 4/,
    ],
  };
  for (const [name, [damage, expected]] of Object.entries(faults))
    it(`${name} is an error that says where, and what to do`, async () => {
      using at = temporary();
      writeFileSync(at.path, damage(await good(at)));
      const message = await complaint(at.path);
      expect(message).to.match(expected).and.contain(at.path).and.contain("record it again");
    });

  it("may have its answers edited; an edited request is another one", async () => {
    using at = temporary();
    writeFileSync(at.path, (await good(at)).replace('"a!"', '"edited"').replace('"b"', '"changed"'));
    const replay = echo(cassetteAt(at.path, "replay"));
    expect(await replay("a")).to.equal("edited");
    expect(String(await rejectionOf(replay("b")))).to.contain('now "b"');
  });

  it("survives two processes that record into it at once", async () => {
    using at = temporary();
    const source = new URL("../../../src/models/cassette/", import.meta.url).href;
    const script = `
      import { Cassette } from "${source}cassette.js";
      import { withCassette } from "${source}with-cassette.js";
      const cassette = new Cassette({ path: process.argv[1], mode: "record" });
      const echo = withCassette(async function echo(id) { return id; }, { cassette });
      for (let i = 0; i < 40; i += 1) await echo(process.argv[2] + i);
    `;
    const run = (name: string) =>
      new Promise<number | null>((resolve) => {
        const args = ["--import", "tsx", "--input-type=module", "--eval", script, at.path, name];
        spawn(process.execPath, args, { stdio: "inherit" }).on("close", resolve);
      });
    expect(await Promise.all([run("one-"), run("two-")])).to.deep.equal([0, 0]);
    const requests = requestsIn(at);
    expect(new Set(requests).size).to.equal(requests.length);
    // Whoever writes last has all of its own, and takes over what the other has written by then.
    const last = (requests.filter((id) => id?.startsWith("one-")).length === 40 ? "one-" : "two-") + "39";
    expect(requests.filter((id) => id?.startsWith(last.slice(0, 4)))).to.have.length(40);
    const replay = withCassette(unreachable as (id: string) => Promise<string>, {
      cassette: cassetteAt(at.path, "replay"),
      name: "echo",
    });
    expect(await replay(last)).to.equal(last);
  });
});
