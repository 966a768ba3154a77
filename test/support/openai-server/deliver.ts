import type { ServerResponse } from "node:http";
import type { Answer, Behaviour, Fault } from "./behaviour.js";
import { renderChat } from "./chat.js";
import { renderEmbeddings } from "./embeddings.js";
import { streamed, wholeBody, type Rendered } from "./render.js";
import type { RecordedRequest } from "./request.js";
import { renderResponse } from "./responses.js";

/** Answers a request, or fails to, as the behaviour says. Absent: the usual answer of the endpoint. */
export async function deliver(request: RecordedRequest, behaviour: Behaviour = "ok", outgoing: ServerResponse) {
  if (typeof behaviour !== "string" && "fault" in behaviour) return fail(request, behaviour, outgoing);
  const answer = typeof behaviour === "string" ? { text: behaviour } : behaviour;
  const { contentType, pieces } = render(request, answer);
  outgoing.writeHead(request.endpoint === "unknown" ? 404 : 200, { "content-type": contentType });
  await write(outgoing, pieces, answer.pause);
  outgoing.end();
}

async function fail(request: RecordedRequest, fault: Fault, outgoing: ServerResponse) {
  const contentType = streamed(request) ? "text/event-stream" : "application/json";
  switch (fault.fault) {
    case "hang":
      return;
    case "hang after headers":
      outgoing.writeHead(200, { "content-type": contentType }).flushHeaders();
      return;
    case "disconnect":
      outgoing.destroy();
      return;
    case "malformed": {
      const half = '{"id":"chatcmpl-1","choices":[{"message":{"content":"Hel';
      outgoing.writeHead(200, { "content-type": contentType }).end(streamed(request) ? `data: ${half}\n\n` : half);
      return;
    }
    case "body":
      outgoing.writeHead(200, { "content-type": fault.contentType ?? contentType }).end(fault.body);
      return;
    case "status": {
      const { status, body, headers } = fault;
      const raw = body === undefined || typeof body === "string";
      outgoing
        .writeHead(status, { ...(raw ? {} : { "content-type": "application/json" }), ...headers })
        .end(raw ? body : JSON.stringify(body));
      return;
    }
    case "cut": {
      const rendered = render(request, fault.answer ?? { text: "This answer is cut off." });
      outgoing.writeHead(200, { "content-type": rendered.contentType });
      await write(outgoing, rendered.pieces.slice(0, fault.after ?? 1), fault.answer?.pause);
      outgoing.destroy();
    }
  }
}

function render(request: RecordedRequest, answer: Answer): Rendered {
  switch (request.endpoint) {
    case "chat":
      return renderChat(request, answer);
    case "responses":
      return renderResponse(request, answer);
    case "embeddings":
      return renderEmbeddings(request);
    case "models":
      return wholeBody({ object: "list", data: [{ id: "loopback", object: "model", created: 0, owned_by: "test" }] });
    case "unknown":
      return wholeBody({ error: { message: `no such endpoint: ${request.path}`, type: "invalid_request_error" } });
  }
}

/** Each piece has left before the next is made, so that a cut falls between pieces that were really sent. */
async function write(outgoing: ServerResponse, pieces: readonly string[], pause?: () => Promise<void>) {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await pause?.();
    if (outgoing.destroyed) return;
    await new Promise<void>((resolve) => outgoing.write(piece, () => resolve()));
  }
}
