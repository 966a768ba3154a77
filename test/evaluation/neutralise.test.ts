import { expect } from "chai";
import { excerpt, excerptOf, neutralise } from "../../src/evaluation/neutralise.js";

describe("hostile text in a message", () => {
  it("shows escape sequences and controls instead of sending them", () => {
    expect(neutralise("\u001b[31mred\u001b[0m\u0000\u0007\u009b2J")).to.equal(
      "\\u{1b}[31mred\\u{1b}[0m\\u{0}\\u{7}\\u{9b}2J",
    );
  });

  it("shows what reorders or hides", () => {
    expect(neutralise("pay \u202e001$\u2066 now\u200b\ufeff\u{e0041}")).to.equal(
      "pay \\u{202e}001$\\u{2066} now\\u{200b}\\u{feff}\\u{e0041}",
    );
    expect(neutralise("a\ud800b")).to.equal("a\\u{d800}b");
  });

  it("stays on one line", () => {
    expect(neutralise("one\ntwo\r\n  three\u2028four\rfive\tsix")).to.equal(
      "one ⏎ two ⏎ three\\u{2028}four\\u{d}five six",
    );
  });

  it("leaves languages and emoji alone", () => {
    const text = "Grüße 你好 مرحبا می‌خواهم 👩‍👩‍👧 🇩🇪";
    expect(neutralise(text)).to.equal(text);
  });
});

describe("an excerpt", () => {
  it("is the text where it is short, and else says how long it was", () => {
    expect(excerpt("a".repeat(120))).to.equal("a".repeat(120));
    expect(excerpt("a".repeat(1500))).to.equal(`${"a".repeat(120)}… (1,500 characters)`);
  });

  it("never cuts inside a character", () => {
    expect(excerpt("😀".repeat(5), 3)).to.equal("😀😀😀… (10 characters)");
  });

  it("writes values as compact JSON", () => {
    expect(excerptOf({ a: [1, null] })).to.equal('{"a":[1,null]}');
    expect(excerptOf("text")).to.equal("text");
    expect(excerptOf(undefined)).to.equal("undefined");
  });
});
