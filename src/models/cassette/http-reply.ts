import { isJsonList, isJsonObject, type JsonValue } from "../../test-case/json.js";
import { bytesOf, decode } from "./decode.js";
import { exactJson, utf8 } from "./fetch-request.js";
import type { Ending, HttpRecord } from "./recording.js";
import { isCookieHeader } from "./secret-names.js";
import { decodeThrown, encodeThrown } from "./thrown.js";

/** They tell how the body travelled; it is kept as it was when it had arrived. */
const ofTransfer = /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/;

/** A body that is of use only when it is whole; any other is handed on piece by piece. */
const whole = /^(?:application\/(?:[\w.+-]*\+)?json|text\/(?!event-stream))/i;

/** Records a response, and returns the one to hand on. `keep` is called when its body has been read, or given up. */
export async function recordResponse(
  response: Response,
  {
    keep,
    signal,
    requested,
  }: { keep: (record: HttpRecord) => void; signal?: AbortSignal | undefined; requested: string | undefined },
): Promise<Response> {
  const { status, statusText } = response;
  const head = {
    status,
    ...(statusText !== "" && { statusText }),
    ...(response.redirected && { url: response.url }),
    headers: headersOf(response.headers),
  };
  if (response.body === null) {
    keep(head);
    return response;
  }
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  if (whole.test(response.headers.get("content-type") ?? "")) {
    const ending = await readAll(reader, chunks);
    if (ending !== undefined && signal?.aborted === true) throw signal.reason;
    const record = { ...head, ...wholeBody(chunks), ...(ending !== undefined && { ending }) };
    keep(record);
    // The one that was read, so that recording and replay are the same to whoever asked.
    return replayResponse(record, { signal, requested: response.url, headers: response.headers });
  }
  const finish = (ending?: Ending) =>
    keep({ ...head, chunks: chunks.map(chunkOf), ...(ending !== undefined && { ending }) });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          chunks.push(Uint8Array.from(value));
          return controller.enqueue(value);
        }
      } catch (error) {
        finish(signal?.aborted === true ? { stopped: true } : { error: encodeThrown(error) });
        return controller.error(error);
      }
      finish();
      controller.close();
    },
    async cancel(reason) {
      finish({ stopped: true });
      await reader.cancel(reason);
    },
  });
  const { redirected, url } = response;
  return responseOf(body, { status, statusText, headers: response.headers }, { url: url || requested, redirected });
}

/** The response that was recorded. `headers`: of the real one, while recording. */
export function replayResponse(
  record: HttpRecord,
  {
    signal,
    requested,
    headers,
  }: { signal?: AbortSignal | undefined; requested?: string | undefined; headers?: Headers },
): Response {
  const { status, statusText = "" } = record;
  const pieces = piecesOf(record);
  const body = pieces === undefined ? null : bodyOf(pieces, record.ending, signal);
  const way = { url: record.url ?? requested, redirected: record.url !== undefined };
  return responseOf(body, { status, statusText, headers: headers ?? { ...record.headers } }, way);
}

interface Way {
  readonly url: string | undefined;
  readonly redirected: boolean;
}

function responseOf(body: ReadableStream | null, init: ResponseInit, { url, redirected }: Way): Response {
  const response = new Response(body, init);
  // No constructor sets these, and clients read them.
  if (url !== undefined && url !== "") Object.defineProperty(response, "url", { value: url, configurable: true });
  if (redirected) Object.defineProperty(response, "redirected", { value: true, configurable: true });
  return response;
}

function bodyOf(pieces: readonly Uint8Array[], ending: Ending | undefined, signal: AbortSignal | undefined) {
  let next = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
    pull(controller) {
      const piece = pieces[next++];
      if (piece !== undefined) return controller.enqueue(piece);
      if (ending === undefined) return controller.close();
      controller.error(endOf(ending));
    },
  });
}

/** What a reader meets who goes on where the recording ends. */
export const endOf = ({ error }: Ending): unknown =>
  error === undefined
    ? new Error("The recording of this stream ends here, where its reader stopped. Record again to read on.")
    : decodeThrown(error);

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ofTransfer.test(name) && !isCookieHeader(name)));
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  chunks: Uint8Array[],
): Promise<Ending | undefined> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      chunks.push(value);
    }
  } catch (error) {
    return { error: encodeThrown(error) };
  }
}

function wholeBody(chunks: readonly Uint8Array[]): Pick<HttpRecord, "json" | "text" | "bytes"> {
  const bytes = Buffer.concat(chunks);
  const text = utf8(bytes);
  if (text === undefined) return { bytes: bytes.toString("base64") };
  const json = exactJson(text);
  return json === undefined ? { text } : { json };
}

const chunkOf = (chunk: Uint8Array): JsonValue => utf8(chunk) ?? { $bytes: Buffer.from(chunk).toString("base64") };

/** Undefined: there was no body. */
function piecesOf({ json, text, bytes, chunks }: HttpRecord): Uint8Array[] | undefined {
  if (json !== undefined) return [Buffer.from(JSON.stringify(decode(json)))];
  if (text !== undefined) return [Buffer.from(text)].filter(({ length }) => length > 0);
  if (bytes !== undefined) return [bytesOf(bytes)];
  if (chunks === undefined || !isJsonList(chunks)) return undefined;
  return chunks.map((chunk) =>
    typeof chunk === "string" ? Buffer.from(chunk) : bytesOf(isJsonObject(chunk) ? (chunk.$bytes ?? "") : ""),
  );
}
