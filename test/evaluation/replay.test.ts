import { expect } from "chai";
import { mochaCommand, underMocha } from "../../src/evaluation/replay.js";

describe("the command that replays a test", () => {
  const command = (title: string, seed: string | undefined = "7f3a") =>
    mochaCommand({ file: "test/a.test.ts", title, seed });

  it("sets the seed, and picks the file and the test", () => {
    expect(command("broken-headphones")).to.equal(
      'REHEARSAL_SEED=7f3a npx mocha test/a.test.ts --grep "broken-headphones"',
    );
    expect(mochaCommand({ file: "a.ts", title: "x", seed: undefined })).to.equal('npx mocha a.ts --grep "x"');
  });

  it("searches for the text as it is where it would be another regular expression", () => {
    expect(command("refund (twice)")).to.match(/ --fgrep "refund \(twice\)"$/);
  });

  it("quotes what a shell would act on", () => {
    expect(command("costs $5 `now`")).to.match(/ --fgrep 'costs \$5 `now`'$/);
    expect(command("it's", "a b")).to.equal(`REHEARSAL_SEED='a b' npx mocha test/a.test.ts --grep 'it'\\''s'`);
    expect(mochaCommand({ file: "my tests/a.ts", title: "x", seed: undefined })).to.include(" 'my tests/a.ts' ");
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
