import { splitImages, type MLLMImage } from "../test-case/mllm-image.js";
import type { ModelMessage, ModelTool, ModelToolCall } from "./language-model.js";

/** The messages of a request as chat completions take them. */
export function chatMessages(messages: readonly ModelMessage[]): object[] {
  return messages.flatMap((message): object[] => {
    switch (message.role) {
      case "system":
        return systemMessages(message.content);
      case "user":
        return [{ role: "user", content: parts(message.content) }];
      case "assistant": {
        const calls = message.toolCalls ?? [];
        const content = withoutImages(message.content);
        return calls.length === 0
          ? [{ role: "assistant", content }]
          : [{ role: "assistant", content: content === "" ? null : content, tool_calls: calls.map(chatToolCall) }];
      }
      case "tool":
        return [{ role: "tool", tool_call_id: message.toolCallId, content: withoutImages(message.content) }];
    }
  });
}

export const chatTools = (tools: readonly ModelTool[]): object[] =>
  tools.map(({ name, description, parameters }) => ({ type: "function", function: { name, description, parameters } }));

const chatToolCall = ({ id, name, arguments: args }: ModelToolCall) => ({
  id,
  type: "function",
  function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
});

/** System messages take text only: their images follow in a message of the user. */
function systemMessages(text: string): object[] {
  const images = splitImages(text).filter((part) => typeof part !== "string");
  const system = { role: "system", content: withoutImages(text) };
  if (images.length === 0) return [system];
  const labelled = images.flatMap((image, index) => [
    { type: "text", text: `${imageLabel(image, index)}:` },
    imagePart(image),
  ]);
  return [system, { role: "user", content: labelled }];
}

function parts(text: string): string | object[] {
  const split = splitImages(text);
  if (split.every((part) => typeof part === "string")) return text;
  return split.map((part) => (typeof part === "string" ? { type: "text", text: part } : imagePart(part)));
}

function imagePart({ url, dataBase64, mimeType, filename }: MLLMImage): object {
  const address = dataBase64 === undefined ? (url ?? "") : `data:${mimeType ?? "image/png"};base64,${dataBase64}`;
  return dataBase64 !== undefined && mimeType === "application/pdf"
    ? { type: "file", file: { filename: filename ?? "document.pdf", file_data: address } }
    : { type: "image_url", image_url: { url: address } };
}

/** Where no image can be sent its marker, which holds the whole image, would only be noise. */
export function withoutImages(text: string): string {
  let index = 0;
  return splitImages(text)
    .map((part) => (typeof part === "string" ? part : imageLabel(part, index++)))
    .join("");
}

const imageLabel = ({ filename }: MLLMImage, index: number) =>
  `[image ${String(index + 1)}${filename === undefined ? "" : `: ${filename}`}]`;
