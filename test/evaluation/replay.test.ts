import { expect } from "chai";
import { mochaCommand, underMocha } from "../../src/evaluation/replay.js";

describe("the command that replays a test", () => {
  const command = (title: string, seed: string | undefined = "7f3a") =>
    mochaCommand({ file: "test/a.test.ts", title, seed }, {});

  it("sets the seed, and picks the file and just that test", () => {
    expect(command("shop broken-headphones")).to.equal(
      "REHEARSAL_SEED=7f3a npx mocha test/a.test.ts --grep '^shop broken-headphones$'",
    );
    expect(mochaCommand({ file: "a.ts", title: "x", seed: undefined }, {})).to.equal("npx mocha a.ts --grep '^x$'");
  });

  it("sets what else of the environment decides what happens, and no key", () => {
    const within = (env: Record<string, string>) => mochaCommand({ file: "a.ts", title: undefined, seed: "1" }, env);
    expect(
      within({
        REHEARSAL_CASSETTE: "replay",
        REHEARSAL_MODEL: "user m",
        REHEARSAL_BASE_URL: "http://me:secret@127.0.0.1:9/v1",
        REHEARSAL_API_KEY: "k-1",
        REHEARSAL_CAPTURE_CONTENT: "false",
      }),
    ).to.equal(
      "REHEARSAL_SEED=1 REHEARSAL_CASSETTE=replay REHEARSAL_MODEL='user m' REHEARSAL_BASE_URL=http://127.0.0.1:9/v1 " +
        "REHEARSAL_CAPTURE_CONTENT=false npx mocha a.ts",
    );
    expect(within({ REHEARSAL_CASSETTE: " " })).to.equal("REHEARSAL_SEED=1 npx mocha a.ts");
  });

  it("does not ask anew for what was just recorded", () => {
    const line = mochaCommand({ file: "a.ts", title: undefined, seed: undefined }, { REHEARSAL_CASSETTE: "record" });
    expect(line).to.equal("REHEARSAL_CASSETTE=auto npx mocha a.ts");
  });

  it("runs the whole file where the test is not known: a guess might match no test, and pass", () => {
    expect(mochaCommand({ file: "a.ts", title: undefined, seed: "1" }, {})).to.equal("REHEARSAL_SEED=1 npx mocha a.ts");
  });

  for (const title of ["refund (twice)", "costs $5 `now`", "a|b", "C:\\x [1]", "is 1 + 1 = 2?"]) {
    it(`matches just the test "${title}"`, () => {
      const pattern = /--grep '(.*)'$/.exec(command(title))?.[1] ?? "none";
      expect(new RegExp(pattern).test(title)).to.equal(true);
      expect(new RegExp(pattern).test(`${title} too`)).to.equal(false);
    });
  }

  it("quotes what a shell would act on", () => {
    expect(command("it's", "a b")).to.equal(`REHEARSAL_SEED='a b' npx mocha test/a.test.ts --grep '^it'\\''s$'`);
    expect(mochaCommand({ file: "my tests/a.ts", title: "x", seed: undefined }, {})).to.include(" 'my tests/a.ts' ");
  });
});

describe("whether mocha runs the process", () => {
  for (const path of [
    "/x/node_modules/mocha/bin/mocha.js",
    "/x/node_modules/.bin/mocha",
    "/x/node_modules/mocha/lib/cli/cli.js",
    "C:\\x\\node_modules\\mocha\\bin\\mocha.js",
  ]) {
    it(`is told by ${path}`, () => {
      expect(underMocha(["node", path], {})).to.equal(true);
    });
  }

  it("is told by the environment of a worker", () => {
    expect(underMocha(["node", "/x/workerpool/worker.js"], { MOCHA_WORKER_ID: "0" })).to.equal(true);
  });

  it("is not told by a folder of that name", () => {
    expect(underMocha(["node", "/home/mocha/app.js"], {})).to.equal(false);
    expect(underMocha(["node"], {})).to.equal(false);
  });
});
