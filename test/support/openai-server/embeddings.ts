import { modelOf, wholeBody, type Rendered } from "./render.js";
import type { RecordedRequest } from "./request.js";

const DIMENSIONS = 8;

/** Vectors that depend on the text alone: equal texts are equal, others nearly never. */
export function renderEmbeddings(request: RecordedRequest): Rendered {
  const { input } = request.body;
  const texts = (Array.isArray(input) ? input : [input]).map((text) => (typeof text === "string" ? text : ""));
  const inBase64 = request.body.encoding_format === "base64";
  const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return wholeBody({
    object: "list",
    model: modelOf(request, {}),
    data: texts.map((text, index) => ({
      object: "embedding",
      index,
      embedding: inBase64 ? Buffer.from(vectorOf(text).buffer).toString("base64") : [...vectorOf(text)],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [index, code] of [...Buffer.from(text)].entries())
    vector[index % DIMENSIONS] = (vector[index % DIMENSIONS] ?? 0) + code * (index + 1);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
