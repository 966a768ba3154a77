import type { AddressInfo, Socket } from "node:net";
import { messageOf, RehearsalError } from "../../errors.js";
import type { Handler } from "./export-handler.js";
import type { ReceiverSettings } from "./receiver-options.js";

export interface RunningServer {
  /** With the address by which this machine reaches it. */
  readonly url: string;
  close(): Promise<void>;
}

/** Exporters send every few seconds; a connection that is closed between two of them makes the next one fail. */
const KEEP_ALIVE_MS = 65_000;
const MAX_CONNECTIONS = 2_000;

/** Listens for HTTP, without keeping the process alive. */
export async function startServer(settings: ReceiverSettings, handler: Handler): Promise<RunningServer> {
  const { createServer } = await import("node:http");
  const { host, port, requestTimeoutMs } = settings;
  // Those who send their headers slowly are node's to close; who sends the body slowly gets an answer from the handler.
  const server = createServer(
    {
      headersTimeout: requestTimeoutMs,
      requestTimeout: 2 * requestTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handler,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket: Socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(host, port, error)));
    server.listen({ host, port }, resolve);
  });
  server.unref();
  // Faults of accepting are no reason to go down.
  server.on("error", () => undefined);
  return {
    url: urlOf(server.address() as AddressInfo),
    close: () =>
      new Promise((resolve) => {
        // It calls back with an error where it was closed before.
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  const reached = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "::1" : address;
  return `http://${family === "IPv6" ? `[${reached}]` : reached}:${String(port)}`;
}

function cannotListen(host: string, port: number, error: Error): RehearsalError {
  const advice = port === 0 ? "" : " Leave port out to take a free one.";
  const message = `createOtlpReceiver can't listen at ${host}, port ${String(port)}: ${messageOf(error)}.${advice}`;
  return new RehearsalError("invalid_input", message, { cause: error });
}
