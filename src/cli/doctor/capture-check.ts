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

/** Whether variables set limits by which an OpenTelemetry SDK cuts contents short or drops them. */
export function limitsCheck(env: Env): readonly Check[] {
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
