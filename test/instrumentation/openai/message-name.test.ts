import { expect } from "chai";
import { traceOfWork, wrappedLoop } from "./support/loop.js";

describe("the name of a message", () => {
  const ask = async (captureContent: boolean | ((text: string) => string)) => {
    await using loop = await wrappedLoop(["ok"], { captureContent });
    const { client } = loop;
    const messages = [
      { role: "user" as const, name: "Ada_Lovelace", content: "I am Ada" },
      { role: "assistant" as const, name: "Ada_Bot", content: "Hi Ada" },
    ];
    const { trace } = await traceOfWork(() => client.chat.completions.create({ model: "m", messages }));
    return JSON.stringify(trace);
  };

  it("is content: left out with it, and given to who redacts it", async () => {
    expect(await ask(true))
      .to.contain("Ada_Lovelace")
      .and.contain("Ada_Bot");
    expect(await ask(false)).to.not.contain("Ada");
    const redacted = await ask((text) => text.replace(/Ada/g, "xxx"));
    expect(redacted).to.contain("xxx_Lovelace").and.not.contain("Ada");
  });
});
