// The tools of the desk as LangChain has them, and a model that goes by its rules.
import { BaseRetriever } from "@langchain/core/retrievers";
import { Document } from "@langchain/core/documents";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { decide, findBooking, searchGuide, tokens } from "../support/desk.mjs";

class Guide extends BaseRetriever {
  lc_namespace = ["desk"];
  async _getRelevantDocuments(query) {
    return (await searchGuide(query)).map(({ id, text }) => new Document({ pageContent: text, metadata: { id } }));
  }
}

export const guide = new Guide();

export const searchTool = tool(
  async ({ query }, config) =>
    JSON.stringify((await guide.invoke(query, config)).map(({ pageContent }) => ({ text: pageContent }))),
  { name: "search_guide", description: "Searches the guide.", schema: z.object({ query: z.string() }) },
);

export const bookingTool = tool(async ({ id }) => JSON.stringify(await findBooking(id)), {
  name: "find_booking",
  description: "Looks a booking up.",
  schema: z.object({ id: z.string() }),
});

/** For one turn of at most four model calls. `known` are results that the model need not ask for. */
export function rulesModel(known = () => []) {
  const respond = (messages) => {
    const asked = messages.findLastIndex((message) => message.getType() === "human");
    const results = messages
      .slice(asked)
      .filter((message) => message.getType() === "tool")
      .map(({ name, content }) => ({ name, text: content }));
    const { call, text } = decide(messages[asked].content, [...known(messages), ...results]);
    return new AIMessage({
      content: text ?? "",
      tool_calls: call === undefined ? [] : [{ ...call, id: `call-${messages.length}`, type: "tool_call" }],
      usage_metadata: {
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        total_tokens: tokens.input + tokens.output,
      },
    });
  };
  return fakeModel().respond(respond).respond(respond).respond(respond).respond(respond);
}
