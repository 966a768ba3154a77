import type { ProviderLimits } from "../../tracing/provider/provider-limits.js";
import { note, ok, problem, type Check } from "./check.js";

type Env = Readonly<Record<string, string | undefined>>;

const isOff = (value: string): boolean => /^(false|0|off|no|none|no_content)$/i.test(value.trim());
const isOn = (value: string): boolean => /^(true|1|on|yes)$/i.test(value.trim());

interface Switch {
  readonly variable: RegExp;
  readonly hides: (value: string) => boolean;
  readonly of: string;
}

/** Environment variables by which instrumentations leave contents out. */
const switches: readonly Switch[] = [
  { variable: /^REHEARSAL_CAPTURE_CONTENT$/, hides: isOff, of: "rehearsal/instrumentation" },
  { variable: /^TRACELOOP_TRACE_CONTENT$/, hides: isOff, of: "OpenLLMetry" },
  { variable: /^OPENINFERENCE_HIDE_(INPUT|OUTPUT)(S|_MESSAGES|_TEXT)$/, hides: isOn, of: "OpenInference" },
  { variable: /^OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT$/, hides: isOff, of: "OpenTelemetry's GenAI" },
  { variable: /^LIVEKIT_TELEMETRY_ALLOW_PII$/, hides: isOff, of: "LiveKit" },
  { variable: /^OPENAI_AGENTS_DISABLE_TRACING$/, hides: isOn, of: "OpenAI Agents, all of it" },
  { variable: /^OTEL_SDK_DISABLED$/, hides: isOn, of: "an OpenTelemetry set-up, all of it" },
];

/** Whether a variable keeps arguments, results and answers out of traces. Options in code show only with `--agent`. */
export function captureCheck(env: Env): Check {
  const name = "content capture";
  const off = Object.entries(env).flatMap(([variable, value]) => {
    const found = switches.find((each) => each.variable.test(variable) && each.hides(value ?? ""));
    return found === undefined ? [] : [`${variable}=${value ?? ""} (${found.of})`];
  });
  if (off.length === 0) return ok(name, "no environment variable switches it off");
  return problem(
    name,
    `switched off by ${off.join(", ")}`,
    "What goldens expect of calls, answers and documents can't be told then. Unset it where you test.",
  );
}

const lengthLimits = ["OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", "OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT"];
const countLimits = ["OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "OTEL_ATTRIBUTE_COUNT_LIMIT"];

/** A span of a model call in a long chat has more attributes than that, by conventions that flatten messages. */
const FEW_ATTRIBUTES = 128;

/** Whether limits, of the provider that is registered or by variables, cut contents short or drop them. */
export function limitsCheck(env: Env, { valueLength, count }: ProviderLimits = {}): readonly Check[] {
  const given = [
    ...(valueLength === undefined ? [] : [`attributeValueLengthLimit: ${String(valueLength)}`]),
    ...(count === undefined || count >= FEW_ATTRIBUTES ? [] : [`attributeCountLimit: ${String(count)}`]),
  ];
  if (given.length > 0) {
    return [
      problem(
        "attribute limits",
        `your provider has ${given.join(" and ")}: ${valueLength === undefined ? "further attributes are dropped" : "longer contents are cut, and JSON that is cut can't be read"}, so calls, answers and documents may be wrong or missing`,
        "Leave these out of its spanLimits where you test (and unset OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT and the like). Rehearsal's own provider has no such limits.",
      ),
    ];
  }
  const set = [...lengthLimits, ...countLimits].flatMap((variable) => {
    const value = env[variable]?.trim() ?? "";
    return value === "" ? [] : [`${variable}=${value}`];
  });
  if (set.length === 0) return [];
  return [
    note(
      "attribute limits",
      `${set.join(", ")}: a provider of yours cuts contents short, or drops them`,
      "Unset it where you test, or give your provider its own spanLimits. Rehearsal's own provider has no such limits.",
    ),
  ];
}
