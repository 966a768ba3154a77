import { RehearsalError } from "../../errors.js";
import type { AgentInput } from "../agent.js";

const values = {
  input: ({ input }: AgentInput): unknown => input,
  threadId: ({ threadId }: AgentInput): unknown => threadId,
  messages: ({ turns }: AgentInput): unknown => turns.map(({ role, content }) => ({ role, content })),
};

const placeholder = /\{\{\s*([^{}\s]*)\s*\}\}/g;

/** Fails where the template names what there is not: else the agent would be sent the braces. */
export function checkTemplate(template: unknown): void {
  filledWith(template, (name) => {
    if (Object.hasOwn(values, name)) return "";
    const known = Object.keys(values).map((each) => `{{${each}}}`);
    const message = `httpAgent: body has {{${name}}}, which there is not; there are ${known.join(", ")}.`;
    throw new RehearsalError("invalid_input", message);
  });
}

/**
 * The template with its placeholders filled in, wherever they are in its texts. One that is a whole text stands for the
 * value itself, which may be null or a list; within a longer text it stands for the value as text.
 */
export const fillTemplate = (template: unknown, input: AgentInput): unknown =>
  filledWith(template, (name) => values[name as keyof typeof values](input));

function filledWith(template: unknown, valueOf: (name: string) => unknown): unknown {
  if (typeof template === "string") {
    const whole = /^\{\{\s*([^{}\s]*)\s*\}\}$/.exec(template)?.[1];
    return whole !== undefined
      ? valueOf(whole)
      : template.replace(placeholder, (_, name: string) => text(valueOf(name)));
  }
  if (Array.isArray(template)) return template.map((each) => filledWith(each, valueOf));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filledWith(value, valueOf)]));
}

const text = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : (JSON.stringify(value) ?? "");
