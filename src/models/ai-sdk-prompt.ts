import { splitImages, type MLLMImage } from "../test-case/mllm-image.js";
import { withoutImages } from "./chat-messages.js";
import type { ModelMessage } from "./language-model.js";

/** The messages of a request as a prompt of the AI SDK's specification. */
export function aiSdkPrompt(messages: readonly ModelMessage[]): object[] {
  const toolNames = new Map(
    messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []).map(({ id, name }): [string, string] => [id, name]) : [],
    ),
  );
  return messages.flatMap((message): object[] => {
    switch (message.role) {
      case "system":
        return systemMessages(message.content);
      case "user":
        return [{ role: "user", content: splitImages(message.content).map(part) }];
      case "assistant":
        return [{ role: "assistant", content: assistantParts(message) }];
      case "tool": {
        const { toolCallId, content } = message;
        const output = { type: "text", value: withoutImages(content) };
        const toolName = toolNames.get(toolCallId) ?? "unknown";
        return [{ role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] }];
      }
    }
  });
}

function assistantParts({ content, toolCalls = [] }: Extract<ModelMessage, { role: "assistant" }>): object[] {
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input,
  }));
  return content === "" && calls.length > 0 ? calls : [{ type: "text", text: withoutImages(content) }, ...calls];
}

/** System messages take text only: their images follow in a message of the user. */
function systemMessages(text: string): object[] {
  const images = splitImages(text).filter((piece) => typeof piece !== "string");
  const system = { role: "system", content: withoutImages(text) };
  return images.length === 0 ? [system] : [system, { role: "user", content: images.map(part) }];
}

function part(piece: string | MLLMImage): object {
  if (typeof piece === "string") return { type: "text", text: piece };
  const { url, dataBase64, mimeType, filename } = piece;
  return {
    type: "file",
    data: dataBase64 ?? new URL(url ?? ""),
    mediaType: mimeType ?? "image/*",
    ...(filename === undefined ? {} : { filename }),
  };
}
