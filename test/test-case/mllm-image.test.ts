import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { LLMTestCase } from "../../src/test-case/llm-test-case.js";
import { MLLMImage, splitImages } from "../../src/test-case/mllm-image.js";

const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const markerOf = (data: unknown): string =>
  `[rehearsal:image:${Buffer.from(JSON.stringify(data)).toString("base64url")}]`;

describe("MLLMImage", () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
    file = join(folder, "the cat.png");
    writeFileSync(file, bytes);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it("holds the bytes of a local file, its type and its name", () => {
    const image = new MLLMImage({ url: file });
    expect(image.dataBase64).to.equal(bytes.toString("base64"));
    expect(image).to.include({ mimeType: "image/png", filename: "the cat.png" });
  });

  it("reads a file: URL, however it is written", () => {
    const { href } = pathToFileURL(file);
    expect(new MLLMImage({ url: href }).dataBase64).to.equal(bytes.toString("base64"));
    expect(new MLLMImage({ url: href.replace("file:", "FILE:") }).dataBase64).to.equal(bytes.toString("base64"));
  });

  it("leaves remote images and data URLs remote", () => {
    expect({ ...new MLLMImage({ url: "https://example.com/a.png" }) }).to.deep.equal({
      url: "https://example.com/a.png",
    });
    expect(new MLLMImage({ url: "data:image/png;base64,AAAA" })).to.not.have.property("dataBase64");
  });

  const refused: [string, object, RegExp][] = [
    ["a file that is not there", { url: "/no/such/cat.png" }, /can't read .*cat\.png: ENOENT/],
    ["a folder", { url: "/", mimeType: "image/png" }, /can't read \/: EISDIR/],
    ["a file of an unknown type", { url: "cat.xyz" }, /cat\.xyz can't be told from its name; give mimeType/],
    ["a URL of another machine's file", { url: "file://elsewhere/cat.png" }, /is no path of this machine/],
    ["another scheme", { url: "javascript:alert(1)" }, /scheme "javascript:"; only http, https, file, data and paths/],
    ["nothing", {}, /give url, or dataBase64 with mimeType/],
    ["bytes without a type", { dataBase64: "AAAA" }, /needs mimeType/],
    ["bytes without a type, beside a URL", { dataBase64: "AAAA", url: "a.png" }, /needs mimeType/],
  ];
  for (const [what, data, message] of refused) {
    it(`refuses ${what}`, () => expect(() => new MLLMImage(data)).to.throw(message));
  }
});

describe("an image in a text", () => {
  const image = new MLLMImage({ dataBase64: "AAAA", mimeType: "image/png", filename: "é\ud800].png" });

  it("is found again, with the text around it", () => {
    expect(splitImages(`Look: ${String(image)} and ${String(image)}!`)).to.deep.equal([
      "Look: ",
      image,
      " and ",
      image,
      "!",
    ]);
  });

  it("survives JSON", () => {
    const testCase = JSON.parse(JSON.stringify(new LLMTestCase({ input: `Look: ${String(image)}` }))) as {
      input: string;
    };
    expect(splitImages(new LLMTestCase(testCase).input)).to.deep.equal(["Look: ", image]);
  });

  it("is read in another process", () => {
    const module = new URL("../../src/test-case/mllm-image.ts", import.meta.url).href;
    const code = `const { splitImages } = await import(${JSON.stringify(module)});
      console.log(JSON.stringify(splitImages(process.argv[1])));`;
    const arguments_ = ["--import", "tsx", "--input-type=module", "-e", code, `Look: ${String(image)}`];
    const parts = JSON.parse(execFileSync(process.execPath, arguments_, { encoding: "utf8" })) as unknown;
    expect(parts).to.deep.equal(["Look: ", { ...image }]);
  });

  it("leaves text without images, and what only looks like a marker, as it is", () => {
    for (const text of [
      "",
      "plain",
      "[rehearsal:image:]",
      "[rehearsal:image:AAAA]",
      markerOf(null),
      markerOf([1]),
      markerOf("x"),
    ])
      expect(splitImages(text).join("")).to.equal(text);
    expect(splitImages("")).to.deep.equal([]);
  });

  const hostile: [string, unknown][] = [
    ["a path", { url: "/etc/hostname", mimeType: "image/png" }],
    ["a relative path", { url: "package.json", mimeType: "image/png" }],
    ["a file: URL", { url: "file:///etc/hostname", mimeType: "image/png" }],
    ["a file: URL in capitals", { url: "FILE:///etc/hostname", mimeType: "image/png" }],
    ["a blank before the scheme", { url: " file:///etc/hostname", mimeType: "image/png" }],
    ["a URL said to be local", { url: "http:/etc/hostname", local: true, mimeType: "image/png" }],
    ["a path of Windows", { url: "C:\\secret.png" }],
    ["bytes that are none", { url: "/etc/hostname", dataBase64: null, mimeType: "image/png" }],
    ["bytes that are empty", { url: "/etc/hostname", dataBase64: "", mimeType: "image/png" }],
    ["snake_case", { url: "/etc/hostname", data_base64: undefined, mime_type: "image/png" }],
    ["a URL that is no text", { url: ["/etc/hostname"], mimeType: "image/png" }],
  ];
  for (const [what, data] of hostile) {
    it(`reads no file of this machine for a stranger's marker: ${what}`, () => {
      expect(splitImages(markerOf(data))).to.deep.equal([markerOf(data)]);
    });
  }
});
