import { RehearsalError, messageOf } from "../errors.js";
import { fieldsOf, isFields } from "./fields.js";
import type { OpenAISettings } from "./openai-settings.js";

/** The part of a client of the package `openai` (4 to 7) that is used; one that is instrumented or faked fits too. */
export interface OpenAIClient {
  readonly chat: {
    readonly completions: { create(body: object, options?: object): PromiseLike<unknown> };
  };
}

type ClientClass = new (options: object) => OpenAIClient;

/** Loads the package `openai`. */
export type LoadOpenAI = () => Promise<unknown>;

export const loadOpenAI: LoadOpenAI = () => import("openai");

export async function createClient(
  { apiKey, baseURL, official }: OpenAISettings,
  headers: Readonly<Record<string, string>>,
  load: LoadOpenAI,
): Promise<OpenAIClient> {
  const OpenAI = await clientClass(load);
  return new OpenAI({
    // The constructor insists on a key, and null takes the header away again.
    apiKey: apiKey ?? "none",
    defaultHeaders: { ...(apiKey === null ? { Authorization: null } : {}), ...headers },
    // Null, since the client would read the environment for what is undefined.
    baseURL,
    // Who one is at OpenAI is no business of another server.
    ...(official ? {} : { organization: null, project: null }),
    maxRetries: 0,
    fetch: keepErrorBody,
  });
}

async function clientClass(load: LoadOpenAI): Promise<ClientClass> {
  let module: unknown;
  try {
    module = await load();
  } catch (error) {
    const absent = isFields(error) && /MODULE_NOT_FOUND$/.test(String(error.code)) && /'openai'/.test(messageOf(error));
    const what = absent ? "is not installed" : `can't be loaded (${messageOf(error)})`;
    throw new RehearsalError(
      "missing_package",
      `OpenAIModel needs the package openai (4 to 7), which ${what}. Install it: npm install --save-dev openai`,
      { cause: error },
    );
  }
  const { default: OpenAI } = fieldsOf(module);
  if (typeof OpenAI !== "function")
    throw new RehearsalError(
      "missing_package",
      "The installed package openai is not the one that OpenAIModel knows (4 to 7). Install it: npm install --save-dev openai",
    );
  return OpenAI as ClientClass;
}

/**
 * The client keeps only the member `error` of an error's body, and many compatible servers send another: then the whole
 * body is made that member, so that the reason is not lost.
 */
async function keepErrorBody(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok || !/json/.test(response.headers.get("content-type") ?? "")) return response;
  const text = await response.text();
  const { status, statusText, headers } = response;
  return new Response(hasError(text) ? text : JSON.stringify({ error: text }), { status, statusText, headers });
}

function hasError(text: string): boolean {
  try {
    return fieldsOf(JSON.parse(text)).error !== undefined;
  } catch {
    return true;
  }
}
