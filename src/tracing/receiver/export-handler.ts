import type { IncomingMessage, ServerResponse } from "node:http";
import { messageOf } from "../../errors.js";
import { decodeExport } from "./decode-export.js";
import { contentTypes, encodingOf, signalAt } from "./export-format.js";
import { inflated } from "./inflate.js";
import type { Intake } from "./intake.js";
import { readBody, type Pending } from "./read-body.js";
import type { ReceiverSettings } from "./receiver-options.js";
import { Aborted, Refusal } from "./refusal.js";
import { failureBody, successBody } from "./responses.js";
import type { Settling } from "./settling.js";
import type { Uploads } from "./uploads.js";

export interface HandlerCounts {
  exports: number;
  refused: number;
  aborted: number;
}

export interface HandlerPorts {
  readonly settings: ReceiverSettings;
  readonly counts: HandlerCounts;
  readonly intake: Intake;
  readonly uploads: Uploads;
  readonly settling: Settling;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers the requests of exporters. Whatever is sent, it never throws and never leaves one without an answer. */
export function exportHandler({ settings, counts, intake, uploads, settling }: HandlerPorts): Handler {
  const pending: Pending = { bytes: 0 };

  const take = async (request: IncomingMessage): Promise<Uint8Array> => {
    const signal = signalAt(request.url ?? "");
    if (request.method !== "POST") {
      throw new Refusal(405, `Exports come by POST, not by ${request.method ?? "?"}.`, { allow: "POST" });
    }
    const encoding = encodingOf(request.headers["content-type"]);
    if (encoding === undefined) {
      throw new Refusal(415, `Send ${contentTypes.protobuf} or ${contentTypes.json}.`, {
        "accept-post": `${contentTypes.protobuf}, ${contentTypes.json}`,
      });
    }
    const body = await readBody(request, settings, pending);
    const unpacked = inflated(body, request.headers["content-encoding"], settings.maxBodyBytes);
    const { rejected, runs } = intake.take(decodeExport(signal, encoding, unpacked));
    for (const run of runs) settling.heard(run);
    return successBody(encoding, signal, rejected);
  };

  return (request, response) => {
    response.on("error", () => undefined);
    const contentType = contentTypes[encodingOf(request.headers["content-type"]) ?? "json"];
    const answer = (status: number, body: Uint8Array, headers: Refusal["headers"] = {}): void => {
      if (response.destroyed || response.headersSent) return;
      response.writeHead(status, { "content-type": contentType, "content-length": body.byteLength, ...headers });
      response.end(body);
    };
    uploads
      .during(() => take(request))
      .then(
        (body) => {
          counts.exports += 1;
          answer(200, body);
        },
        (error: unknown) => {
          if (error instanceof Aborted) {
            counts.aborted += 1;
            return;
          }
          counts.refused += 1;
          const { status, headers, message } =
            error instanceof Refusal ? error : new Refusal(500, `The receiver failed: ${messageOf(error)}`);
          answer(status, failureBody(encodingOf(request.headers["content-type"]) ?? "json", status, message), headers);
        },
      )
      // An answer that can't be written is the sender's loss alone.
      .catch(() => undefined);
  };
}
