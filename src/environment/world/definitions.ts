import { createRequire } from "node:module";
import type { JsonValue } from "../../test-case/json.js";
import type * as Zod from "zod";
import type { Environment } from "./environment.js";
import type { World } from "./world.js";
import { asWorldTool, type ToolFunction } from "./tool-function.js";
import { standardOf } from "./check-input.js";
import type { JsonSchema, WorldTool, WorldTools } from "./world-tool.js";

/** A tool as OpenAI-compatible chat APIs want it told. */
export interface ToolDefinition {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: JsonSchema };
}

const require = createRequire(import.meta.url);

/** The tools of an environment for the `tools` of a request to a model. */
export function toolDefinitions(environment: Pick<Environment, "tools">): ToolDefinition[] {
  return Object.entries(environment.tools).map(([name, { description, input }]) => ({
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: parametersOf(input) },
  }));
}

/** Schemas of libraries other than zod do not tell what they accept: anything, then. */
function parametersOf(input: WorldTool<unknown, unknown>["input"]): JsonSchema {
  if (input === undefined) return { type: "object" };
  if (!("~standard" in input)) return input;
  if (!("_zod" in input)) return { type: "object" };
  const { toJSONSchema } = require("zod") as typeof Zod;
  const { $schema: _, ...schema } = toJSONSchema(input as unknown as Zod.ZodType, {
    io: "input",
    unrepresentable: "any",
  });
  return schema;
}

/** A tool as the AI SDK has it. */
export interface AISDKTool {
  readonly description?: string;
  readonly inputSchema: Zod.ZodType<unknown>;
  readonly execute: (args: unknown) => Promise<JsonValue>;
}

/** The tools of a world for the `tools` of the AI SDK's `generateText`, `streamText` and agents. */
export function aiSDKTools<T>(world: World<unknown, T>): { readonly [K in keyof T]: AISDKTool } {
  const entries = Object.entries(world.environment.tools as WorldTools<unknown, Readonly<Record<string, unknown>>>).map(
    ([name, { description, input }]) => {
      const fn = world.tools[name as keyof T] as ToolFunction<unknown>;
      return [
        name,
        {
          ...(description !== undefined && { description }),
          inputSchema: standardOf(input ?? { type: "object" }) as Zod.ZodType<unknown>,
          execute: asWorldTool((args: unknown) => fn(args)),
        },
      ];
    },
  );
  return Object.fromEntries(entries) as { readonly [K in keyof T]: AISDKTool };
}
