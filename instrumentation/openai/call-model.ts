import { SpanKind, type Attributes } from "@opentelemetry/api";
import { isObject, quietly, startExternalCall, textOf, type ExternalCall } from "../../src/tracing/instrument.js";
import { Content } from "../shared/content.js";
import { followAPIPromise } from "./follow-api-promise.js";
import { ModelCall } from "./model-call.js";
import type { Operation } from "./operations/operation.js";
import { sentBody } from "./sent-body.js";
import type { Settings } from "../shared/settings.js";

type Create = (this: unknown, ...args: unknown[]) => unknown;

/** Calls a resource's `create`, on record. */
export function callModel(
  create: Create,
  resource: unknown,
  args: unknown[],
  operation: Operation,
  settings: Settings,
): unknown {
  const content = new Content(settings);
  const body = quietly("reading a request", () => sentBody(args[0], content)) ?? {};
  const call = start(operation, body, resource, settings);
  if (call === undefined) return Reflect.apply(create, resource, args);
  if (call.isHeard) quietly("recording a request", () => call.add(operation.request(body, content)));
  const modelCall = new ModelCall(call, operation, content);
  let result: unknown;
  try {
    result = call.within((): unknown => Reflect.apply(create, resource, args));
  } catch (error) {
    modelCall.threw(error);
    throw error;
  }
  return quietly("following an answer", () => followAPIPromise(result, modelCall)) ?? result;
}

function start(
  operation: Operation,
  body: Readonly<Record<string, unknown>>,
  resource: unknown,
  { tracer }: Settings,
): ExternalCall | undefined {
  const model = textOf(body.model);
  const attributes: Attributes = {
    "gen_ai.operation.name": operation.name,
    "gen_ai.provider.name": providerOf(resource),
  };
  if (model !== undefined) attributes["gen_ai.request.model"] = model;
  const name = model === undefined ? operation.name : `${operation.name} ${model}`;
  return startExternalCall({ name, kind: SpanKind.CLIENT, attributes, tracer });
}

const providers: Readonly<Record<string, string>> = { AzureOpenAI: "azure.ai.openai", BedrockOpenAI: "aws.bedrock" };

/** Resources know their client. */
function providerOf(resource: unknown): string {
  const client = isObject(resource) ? resource._client : undefined;
  return (isObject(client) ? providers[client.constructor.name] : undefined) ?? "openai";
}
