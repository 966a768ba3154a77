import { RehearsalError } from "../../errors.js";
import type { AgentInput } from "../agent.js";
import { lookUp, parsePath, type Step } from "./json-path.js";

const values = {
  input: ({ input }: AgentInput): unknown => input,
  threadId: ({ threadId }: AgentInput): unknown => threadId,
  messages: ({ turns }: AgentInput): unknown => turns.map(({ role, content }) => ({ role, content })),
  golden: ({ golden }: AgentInput): unknown => ({
    ...golden,
    // By name the value of a fact is meant, without the names by which an agent may ask for it.
    facts: Object.fromEntries(Object.entries(golden.facts ?? {}).map(([name, { value }]) => [name, value])),
  }),
  variables: ({ golden }: AgentInput): unknown => golden.variables ?? {},
};

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;
const onlyPlaceholder = /^\{\{\s*([^{}]*?)\s*\}\}$/;

interface Named {
  readonly root: keyof typeof values;
  readonly steps: readonly Step[];
}

/** Fails where the template names what there is not: else the agent would be sent the braces. `where`: for the message. */
export function checkTemplate(template: unknown, where: string): void {
  filledWith(template, (name) => {
    named(name, where);
    return "";
  });
}

function named(name: string, where: string): Named {
  const root = /^[^.[\s]*/.exec(name)?.[0] ?? "";
  if (Object.hasOwn(values, root)) {
    return { root: root as Named["root"], steps: parsePath(`$${name.slice(root.length)}`, where) };
  }
  const known = Object.keys(values).map((each) => `{{${each}}}`);
  const more = "with what is in them as in {{golden.facts.order_id}} and {{variables.tenant}}";
  throw new RehearsalError(
    "invalid_input",
    `${where} has {{${name}}}, which there is not; there are ${known.join(", ")}, ${more}.`,
  );
}

/**
 * The template with its placeholders filled in, wherever they are in its texts. One that is a whole text stands for the
 * value itself, which may be null or a list; within a longer text it stands for the value as text. Fails where the golden
 * does not have what is named.
 */
export const fillTemplate = (template: unknown, input: AgentInput, where: string): unknown =>
  filledWith(template, (name) => valueOf(name, input, where));

function valueOf(name: string, input: AgentInput, where: string): unknown {
  const { root, steps } = named(name, where);
  const found = lookUp(values[root](input), steps);
  if (found.found) return found.value;
  throw new RehearsalError(
    "agent_failed",
    `${where} has {{${name}}}, and golden ${JSON.stringify(input.golden.id)} has none. Add it to the golden, or take it out.`,
  );
}

function filledWith(template: unknown, fill: (name: string) => unknown): unknown {
  if (typeof template === "string") {
    const whole = onlyPlaceholder.exec(template)?.[1];
    return whole !== undefined ? fill(whole) : template.replace(placeholder, (_, name: string) => text(fill(name)));
  }
  if (Array.isArray(template)) return template.map((each) => filledWith(each, fill));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filledWith(value, fill)]));
}

const text = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : (JSON.stringify(value) ?? "");
