import type { TurnDelays } from "../../test-case/trace.js";
import { objectsOf, textOf } from "../reading/attributes.js";
import { historyIn, readChat } from "../reading/chat.js";
import { argumentsOf, jsonOf, parseOrText } from "../reading/json-text.js";
import type { PlainSpan } from "../reading/plain-span.js";
import type { ConventionReader, Reading } from "../reading/read-span.js";
import { callOf } from "../reading/tool-parts.js";
import { flagOf, secondsOf } from "./voice-values.js";

type Attributes = PlainSpan["attributes"];

/**
 * LiveKit Agents, by the names of its spans. Contents are in `lk.pii.*`, in older versions in `lk.*`. Newer ones write the
 * standard's attributes as well, which then fill the gaps.
 */
export const readLiveKit: ConventionReader = (span, rest) => {
  const { scope, attributes } = span;
  if (scope !== "livekit-agents" && !hasOwnKeys(attributes)) return undefined;
  const read = readers[span.name];
  const under = rest?.() ?? { kind: "custom" };
  const own = Object.hasOwn(readers, span.name) && read !== undefined ? read(attributes, under) : {};
  const agent = textOf(attributes["lk.agent_label"]) ?? textOf(attributes["lk.agent_name"]);
  const from = textOf(attributes["lk.previous_agent_label"]);
  return {
    ...under,
    ...(agent !== undefined && { agent }),
    ...(agent !== undefined && from !== undefined && { handoff: { from, to: agent } }),
    ...own,
  };
};

function hasOwnKeys(attributes: Attributes): boolean {
  for (const key in attributes) if (key.startsWith("lk.")) return true;
  return false;
}

const content = (attributes: Attributes, key: string): unknown =>
  attributes[`lk.pii.${key}`] ?? attributes[`lk.${key}`];

type Read = (attributes: Attributes, under: Reading) => Partial<Reading> & Pick<Reading, "kind">;

const readers: Readonly<Record<string, Read>> = {
  agent_session: () => ({ kind: "chain" }),
  user_turn: (attributes) => {
    const inputText = textOf(content(attributes, "user_transcript"));
    const delays = userDelays(attributes);
    return { kind: "custom", input: inputText, inputText, exchange: { part: "user" }, ...(delays && { delays }) };
  },
  user_speaking: (attributes) => ({
    kind: "custom",
    ...(flagOf(attributes["lk.is_interruption"]) === true && { exchange: { part: "interruption" } }),
  }),
  agent_turn: (attributes, under) => {
    const inputText = textOf(content(attributes, "user_input")) ?? under.inputText;
    // What was said, which is less than what was generated where the user barged in.
    const outputText = stringOf(content(attributes, "response.text")) ?? under.outputText;
    return {
      kind: "agent",
      input: inputText,
      inputText,
      output: outputText,
      outputText,
      missing: undefined,
      hidesRequests: undefined,
      exchange: {
        part: "agent",
        latencyMs: secondsOf(attributes["lk.e2e_latency"]),
        interrupted: flagOf(attributes["lk.interrupted"]),
        replyId: textOf(attributes["lk.speech_id"]),
      },
    };
  },
  llm_node: (attributes, under) => modelReading(attributes, under),
  function_tool: (attributes) => toolReading(attributes),
  tts_node: (attributes) => speechReading(attributes),
  tts_request: (attributes) => speechReading(attributes),
};

const stripped = "content was not captured (attributes of personal data were stripped)";

const stringOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Some versions write these two in seconds and some in milliseconds; nobody waits for less than 20 ms or more than 20 s. */
const LEAST_MS = 20;

function userDelays(attributes: Attributes): TurnDelays | undefined {
  const [endOfTurn, transcription] = [attributes["lk.end_of_turn_delay"], attributes["lk.transcription_delay"]];
  const isMs = [endOfTurn, transcription].some((delay) => typeof delay === "number" && delay >= LEAST_MS);
  const read = (delay: unknown) => secondsOf(isMs && typeof delay === "number" ? delay / 1000 : delay);
  return withKnown({ endOfTurnMs: read(endOfTurn), transcriptionMs: read(transcription) });
}

function withKnown(delays: TurnDelays): TurnDelays | undefined {
  const known = Object.entries(delays).filter(([, delay]) => delay !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** What was generated. The request to the provider within has the tokens, and in some versions the contents again. */
function modelReading(attributes: Attributes, under: Reading): ReturnType<Read> {
  const input = jsonOf(content(attributes, "chat_ctx"));
  const calls = content(attributes, "response.function_calls");
  const text = stringOf(content(attributes, "response.text"));
  const asked = readChat(input, "user");
  const delays = withKnown({ firstTokenMs: secondsOf(attributes["lk.response.ttft"]) });
  const isHidden = text === undefined && calls === undefined && under.output === undefined;
  const told = isHidden
    ? {}
    : {
        output: text ?? under.output,
        outputText: text ?? under.outputText,
        requested: calls === undefined ? under.requested : objectsOf(calls).flatMap((call) => callOf(call) ?? []),
      };
  return {
    kind: "llm",
    ...(input !== undefined && { input, inputText: asked.userText, results: asked.results, history: historyIn(asked) }),
    ...told,
    ...(delays && { delays }),
    hidesRequests: isHidden || (calls === undefined && asksUnseen(text, under)),
    missing: isHidden ? [stripped] : undefined,
  };
}

/** Nothing was said, as far as is known, and what was asked for instead is on no record. */
const asksUnseen = (text: string | undefined, { outputText, requested = [] }: Reading): boolean =>
  (text ?? outputText ?? "") === "" && requested.length === 0;

function speechReading(attributes: Attributes): ReturnType<Read> {
  const input = textOf(content(attributes, "input_text"));
  const delays = withKnown({ firstAudioMs: secondsOf(attributes["lk.response.ttfb"]) });
  return { kind: "custom", ...(input !== undefined && { input }), ...(delays && { delays }) };
}

function toolReading(attributes: Attributes): ReturnType<Read> {
  const input = argumentsOf(content(attributes, "function_tool.arguments"));
  const given = content(attributes, "function_tool.output");
  const output = typeof given === "string" ? parseOrText(given) : jsonOf(given);
  const failed = flagOf(attributes["lk.function_tool.is_error"]) === true;
  const words = typeof output === "string" || output === undefined ? output : JSON.stringify(output);
  return {
    kind: "tool",
    input,
    output,
    call: {
      name: textOf(attributes["lk.function_tool.name"]) ?? "unnamed tool",
      id: textOf(attributes["lk.function_tool.id"]),
      inputParameters: input,
      output: failed ? undefined : output,
      error: failed ? (words ?? "failed without a message") : undefined,
    },
  };
}
