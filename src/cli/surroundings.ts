import { distance } from "fastest-levenshtein";
import { RehearsalError } from "../errors.js";
import type { InterceptPlan } from "../environment/interception/intercept-tools.js";
import type { Environment } from "../environment/world/environment.js";
import { described } from "../test-case/unknown-option.js";

/** What an agent's module exports beside the agent. */
export interface Surroundings {
  /** Where its tools run. */
  readonly environment?: Environment;
  /** What becomes of its own tools. */
  readonly intercept?: InterceptPlan;
}

interface Kind {
  readonly name: "environment" | "intercept";
  readonly is: (value: unknown) => boolean;
  readonly make: string;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isFunction = (value: unknown): boolean => typeof value === "function";

const kinds: readonly Kind[] = [
  {
    name: "environment",
    is: (value) => isObject(value) && isFunction(Reflect.get(value, "open")) && isFunction(Reflect.get(value, "begin")),
    make: "createEnvironment({ state, tools })",
  },
  {
    name: "intercept",
    is: (value) => isObject(value) && Reflect.get(value, "rules") instanceof Map,
    make: 'interceptTools({ refund_order: mock({ ok: true }) }, { writes: "refuse" })',
  },
];

/**
 * What surrounds the agent, by the exports `environment` and `intercept`. Throws where one is there and is not what it has to
 * be, or is there under another name: the agent's real tools would run.
 */
export function surroundingsIn(module: object, named: string): Surroundings {
  const { default: inner } = module as { readonly default?: unknown };
  const exports: Readonly<Record<string, unknown>> = {
    ...(isObject(inner) || isFunction(inner) ? (inner as object) : {}),
    ...module,
  };
  const found = kinds.flatMap((kind) => {
    const value = exports[kind.name];
    if (value === undefined || value === null) {
      refuseSlips(exports, kind, named);
      return [];
    }
    // Many a module says by a word in which environment it runs.
    if (kind.name === "environment" && !isObject(value) && !isFunction(value)) return [];
    if (kind.is(value)) return [[kind.name, value]];
    throw wrong(
      named,
      `its export ${kind.name} is ${described(value)}, and has to be what ${callOf(kind)} returns`,
      kind,
    );
  });
  return Object.fromEntries(found) as Surroundings;
}

function refuseSlips(exports: Readonly<Record<string, unknown>>, kind: Kind, named: string): void {
  const names = Object.keys(exports).filter((name) => name !== "default" && name !== kind.name);
  const other = names.find((name) => kind.is(exports[name]) || isSlip(name, exports[name], kind));
  if (other === undefined) return;
  throw wrong(named, `it exports ${other}, and what ${callOf(kind)} returns is only heeded as ${kind.name}`, kind);
}

const isSlip = (name: string, value: unknown, kind: Kind): boolean =>
  isObject(value) && distance(name.toLowerCase(), kind.name) <= 2;

const callOf = ({ make }: Kind): string => make.replace(/\(.*/s, "()");

const wrong = (named: string, what: string, { name, make }: Kind): RehearsalError =>
  new RehearsalError(
    "invalid_input",
    `--agent ${named}: ${what}. As it is, the agent's real tools would run. Write: export const ${name} = ${make};`,
  );
