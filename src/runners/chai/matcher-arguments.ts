import { RehearsalError } from "../../errors.js";
import { given } from "../../evaluation/given.js";
import { unknownOption } from "../../test-case/unknown-option.js";
import { budgetsSchema } from "../../test-case/budgets.js";
import { endedBy, type EndReason } from "../../test-case/conversational-test-case.js";
import { parse } from "../../test-case/schema.js";
import { toolCallSchema } from "../../test-case/tool-call.js";

/** What is wrong with an argument, or with what is given instead of it. */
type Check = (value: unknown) => void;

/** A matcher's arguments, in order: what it is given besides was meant to be asserted, and would not be. */
const checks: Readonly<Record<string, readonly Check[]>> = {
  calledTool: [text("calledTool", 'the name of a tool, as in calledTool("refund_order")'), callArguments],
  calledTools: [list, matchOptions],
  exactly: [
    whole("exactly", 'how many calls, from 1, as in exactly(2); for none write .not.calledTool("refund_order")'),
  ],
  before: [text("before", 'the name of a tool, as in before("send_email")')],
  after: [text("after", 'the name of a tool, as in after("lookup_order")')],
  inTurn: [whole("inTurn", "the number of a turn, from 1, as in inTurn(2)")],
  retrieved: [text("retrieved", 'an id, a source or some text of a passage, as in retrieved("returns-policy")')],
  communicated: [text("communicated", 'a fact as text, as in communicated("$59.90")')],
  latency: [latency],
  interruptions: [interruptions],
  endedBy: [ender],
  // These look at what they are given themselves.
  satisfyGolden: [() => undefined],
  passMetrics: [() => undefined],
};

/** Throws for arguments by which a matcher can mean nothing; to be called before it looks at what is asserted. */
export function checkArguments(matcher: string, args: readonly unknown[]): void {
  const own = checks[matcher] ?? [];
  if (args.length > own.length) {
    const taken = own.length === 1 ? "one argument" : `${String(own.length)} arguments`;
    throw wrong(
      `${matcher}() takes ${taken}, and was given ${String(args.length)}: what is left over would not be asserted`,
    );
  }
  own.forEach((check, index) => check(args[index]));
}

const wrong = (message: string): RehearsalError => new RehearsalError("invalid_input", message);

const instead = (matcher: string, wanted: string, value: unknown): RehearsalError =>
  wrong(`${matcher}() takes ${wanted}; it was given ${given(value)}`);

function text(matcher: string, wanted: string): Check {
  return (value) => {
    if (typeof value !== "string" || value.trim() === "") throw instead(matcher, wanted, value);
  };
}

function whole(matcher: string, wanted: string): Check {
  return (value) => {
    if (!Number.isSafeInteger(value) || Number(value) < 1) throw instead(matcher, wanted, value);
  };
}

function callArguments(args: unknown): void {
  if (args === undefined) return;
  const example = 'arguments as an object, as in calledTool("refund_order", { order_id: "A-1042" })';
  if (!isObject(args)) throw instead("calledTool", example, args);
  const path = undefinedIn(args);
  if (path !== undefined) {
    throw wrong(`calledTool() was given undefined for the argument ${path}, which would not be asserted: leave it out`);
  }
  parse(toolCallSchema, { name: "tool", inputParameters: args }, "calledTool()");
}

function list(calls: unknown): void {
  if (Array.isArray(calls)) return;
  throw instead("calledTools", 'a list of calls, as in calledTools(["lookup_order", "refund_order"])', calls);
}

function matchOptions(match: unknown): void {
  if (match === undefined) return;
  if (!isObject(match)) throw instead("calledTools", 'options second, as in { mode: "inOrder" }', match);
  const unknown = unknownOption(match, ["mode", "args", "threshold", "include", "retries"]);
  if (unknown !== undefined) throw wrong(`calledTools(): ${unknown}`);
  const { args, include, retries } = match as { readonly [option: string]: unknown };
  if (args !== undefined && typeof args !== "string" && typeof args !== "function" && !isObject(args)) {
    throw instead("calledTools", 'args as a rule, as in { args: "contains" }', args);
  }
  oneOf("include", ["made", "attempted", "succeeded"], include);
  oneOf("retries", ["collapse", "count"], retries);
}

function oneOf(option: string, values: readonly string[], value: unknown): void {
  if (value === undefined || values.some((it) => it === value)) return;
  throw instead("calledTools", `${option} as one of ${values.join(", ")}`, value);
}

function latency(bounds: unknown): void {
  if (!isObject(bounds) || Object.values(bounds).every((bound) => bound === undefined)) {
    throw instead("latency", "bounds in milliseconds, as in latency({ max: 800 })", bounds);
  }
  parse(budgetsSchema, { latencyMs: bounds }, "latency()");
}

function interruptions(bound: unknown): void {
  const wanted = "how many replies may be cut off, as in interruptions({ atMost: 0 })";
  if (!isObject(bound)) throw instead("interruptions", wanted, bound);
  const unknown = unknownOption(bound, ["atMost"]);
  if (unknown !== undefined) throw wrong(`interruptions(): ${unknown}`);
  const { atMost } = bound as { readonly atMost?: unknown };
  if (!Number.isSafeInteger(atMost) || Number(atMost) < 0) throw instead("interruptions", wanted, atMost);
}

function ender(by: unknown): void {
  if (!endedBy.includes(by as EndReason["by"])) throw instead("endedBy", `one of ${endedBy.join(", ")}`, by);
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RegExp);

/** The way to the first value in it that is undefined. */
function undefinedIn(value: unknown, path = ""): string | undefined {
  if (value === undefined) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = undefinedIn(item, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
