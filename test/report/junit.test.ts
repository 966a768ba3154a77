import { expect } from "chai";
import { renderJUnit } from "../../src/report/junit.js";
import { caseOf, metric, runOf } from "./run-of.js";

const failing = metric({ verdict: "failed", score: 0, reason: 'never said "$5" <b> & \u001b[31m\u0000' });
const failed = caseOf({ name: "a", trial: 2, verdict: "failed", reason: failing.reason, metrics: [failing] });

describe("a run as JUnit's XML", () => {
  it("has a test case for each golden and trial, with why it failed and how to run it again", () => {
    const errored = caseOf({ name: "b", verdict: "errored", reason: "no key" });
    const xml = renderJUnit(runOf([caseOf({ name: "a", trial: 1 }), failed, errored]), {
      suite: "goldens.yaml",
      replay: () => "npx rehearsal simulate 'a b' && x",
    });
    expect(xml).to.include('tests="3" failures="1" errors="1" skipped="0"');
    expect(xml).to.match(/<testcase classname="goldens\.yaml" name="a #1" time="0\.012"\/>/);
    expect(xml).to.match(/name="a #2"[^>]*><failure message="never said &#34;\$5&#34; &#60;b&#62; &#38; /);
    expect(xml).to.include("<system-out>npx rehearsal simulate 'a b' &#38;&#38; x</system-out>");
    expect(xml).to.match(/name="b"[^>]*><error message="no key">/);
  });

  it("holds nothing that XML can't", () => {
    const xml = renderJUnit(runOf([failed, caseOf({ name: "\ud800 ]]> \ufffe", verdict: "failed" })]), {
      suite: "\u0001",
    });
    expect(xml).to.match(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    expect(xml).not.to.include("]]>");
  });

  it("skips what is excused, and tells of a gate and of what is missing by itself", () => {
    const gate = { gate: { passRate: 0.9 }, verdict: "failed", reason: "it is 0.50", figure: 0.5 } as const;
    const run = runOf([failed], { gate } as object);
    const xml = renderJUnit(run, { suite: "s", incomplete: ["1 row could not be read"] });
    expect(xml).to.match(/name="a #2"[^>]*><skipped /);
    expect(xml).to.match(/name="gate: pass rate &#62;= 0\.9"[^>]*><failure message="it is 0\.50">/);
    expect(xml).to.match(/name="all of the dataset"[^>]*><error message="1 row could not be read">/);
    const flaky = renderJUnit(runOf([{ ...failed, flaky: true }]), { suite: "s" });
    expect(flaky).to.include('failures="0" errors="0" skipped="1"');
  });
});
