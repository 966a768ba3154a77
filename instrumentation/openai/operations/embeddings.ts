import { isObject } from "../../../src/tracing/instrument.js";
import { listOf, textPart } from "../messages/parts.js";
import { identityAttributes, listAttribute, usageAttributes } from "./attributes.js";
import type { Operation } from "./operation.js";

/** `embeddings.create`. The texts go on record, the vectors do not: they are long, and nobody reads them. */
export const embeddings: Operation = {
  name: "embeddings",

  request: (body, content) => {
    const given = typeof body.input === "string" ? [body.input] : listOf(body.input);
    const parts = given.flatMap((text) => textPart(text, content));
    if (given.length > 0 && typeof given[0] !== "string") content.miss("input not recorded (it was given as tokens)");
    return parts.length === 0 ? {} : listAttribute("gen_ai.input.messages", [{ role: "user", parts }], content);
  },

  response: (answer) => {
    if (!isObject(answer) || !Array.isArray(answer.data))
      return { attributes: {}, missing: "output not recorded (the answer holds no embeddings)" };
    const [first] = answer.data as readonly unknown[];
    const vector = isObject(first) && Array.isArray(first.embedding) ? (first.embedding as readonly unknown[]) : [];
    return {
      attributes: {
        ...identityAttributes(answer),
        ...(vector.length > 0 && { "gen_ai.embeddings.dimension.count": vector.length }),
        ...usageAttributes(answer.usage),
      },
    };
  },
};
