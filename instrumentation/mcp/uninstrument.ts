import { restore } from "../shared/instrumented.js";
import { instrumentedHandlers } from "./instrument-server.js";

/** Makes it a client or a server that records nothing again. Requests under way are still recorded to their end. */
export function uninstrumentMcp<T extends object>(clientOrServer: T): T {
  restore(clientOrServer, "request");
  const handlers = instrumentedHandlers(clientOrServer);
  if (handlers !== undefined) restore(handlers, "get");
  return clientOrServer;
}
