import { isObject } from "../../../src/tracing/instrument.js";
import { listOf, textPart } from "../messages/parts.js";
import { addIdentity, addList, addUsage, type Filling } from "./attributes.js";
import type { Operation } from "./operation.js";

/** `embeddings.create`. The texts go on record, the vectors do not: they are long, and nobody reads them. */
export const embeddings: Operation = {
  name: "embeddings",

  request: (body, content) => {
    const attributes: Filling = {};
    const given = typeof body.input === "string" ? [body.input] : listOf(body.input);
    const parts = given.flatMap((text) => textPart(text, content));
    if (given.length > 0 && typeof given[0] !== "string") content.miss("input not recorded (it was given as tokens)");
    if (parts.length > 0) addList(attributes, "gen_ai.input.messages", [{ role: "user", parts }], content);
    return attributes;
  },

  response: (answer) => {
    if (!isObject(answer) || !Array.isArray(answer.data))
      return { attributes: {}, missing: "output not recorded (the answer holds no embeddings)" };
    const attributes: Filling = {};
    addIdentity(attributes, answer);
    const [first] = answer.data as readonly unknown[];
    if (isObject(first) && Array.isArray(first.embedding) && first.embedding.length > 0)
      attributes["gen_ai.embeddings.dimension.count"] = first.embedding.length;
    addUsage(attributes, answer.usage);
    return { attributes };
  },
};
