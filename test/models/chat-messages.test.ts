import { expect } from "chai";
import { chatMessages } from "../../src/models/chat-messages.js";
import { MLLMImage } from "../../src/test-case/mllm-image.js";

const png = new MLLMImage({ dataBase64: "AAAA", mimeType: "image/png", filename: "cat.png" });
const remote = new MLLMImage({ url: "https://example.com/dog.png" });
const pdf = new MLLMImage({ dataBase64: "JVBE", mimeType: "application/pdf", filename: "bill.pdf" });
const pngPart = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

describe("chatMessages", () => {
  it("writes a whole exchange with a tool", () => {
    const call = { id: "c1", name: "look", arguments: { at: "it" } };
    expect(
      chatMessages([
        { role: "system", content: "S" },
        { role: "user", content: "U" },
        { role: "assistant", content: "", toolCalls: [call, { id: "c2", name: "raw", arguments: "{oops" }] },
        { role: "tool", toolCallId: "c1", content: "seen" },
        { role: "assistant", content: "A" },
      ]),
    ).to.deep.equal([
      { role: "system", content: "S" },
      { role: "user", content: "U" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", type: "function", function: { name: "look", arguments: '{"at":"it"}' } },
          { id: "c2", type: "function", function: { name: "raw", arguments: "{oops" } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: "seen" },
      { role: "assistant", content: "A" },
    ]);
  });

  it("sends the images of user text as parts, in place", () => {
    const content = `Compare ${String(png)} with ${String(remote)} and ${String(pdf)}.`;
    expect(chatMessages([{ role: "user", content }])).to.deep.equal([
      {
        role: "user",
        content: [
          { type: "text", text: "Compare " },
          pngPart,
          { type: "text", text: " with " },
          { type: "image_url", image_url: { url: "https://example.com/dog.png" } },
          { type: "text", text: " and " },
          { type: "file", file: { filename: "bill.pdf", file_data: "data:application/pdf;base64,JVBE" } },
          { type: "text", text: "." },
        ],
      },
    ]);
  });

  it("sends the images of system text in a message that may hold them, labelled", () => {
    expect(chatMessages([{ role: "system", content: `You see ${String(png)}.` }])).to.deep.equal([
      { role: "system", content: "You see [image 1: cat.png]." },
      { role: "user", content: [{ type: "text", text: "[image 1: cat.png]:" }, pngPart] },
    ]);
  });

  it("sends no image as text elsewhere", () => {
    const content = `It is ${String(remote)}`;
    expect(
      chatMessages([
        { role: "assistant", content },
        { role: "tool", toolCallId: "c", content },
      ]),
    ).to.deep.equal([
      { role: "assistant", content: "It is [image 1]" },
      { role: "tool", tool_call_id: "c", content: "It is [image 1]" },
    ]);
  });
});
