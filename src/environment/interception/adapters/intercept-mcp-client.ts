import { RehearsalError } from "../../../errors.js";
import { nameOf } from "../../../test-case/plain-messages.js";
import { inPlaceOfRequest } from "./mcp-request.js";
import { noteOnSpan } from "./note-on-span.js";
import { patchMethod } from "./patch-method.js";

/** What `instrumentMcpClient` leaves on a client: such a one is open to interception already, and records it. */
const INSTRUMENTED = Symbol.for("rehearsal.instrumentation.openai");

/**
 * Opens the tools of a `Client` of `@modelcontextprotocol/sdk` 1.x to interception, in place; the same client comes back. A
 * client that `instrumentMcpClient` records needs none of this. Outside of a simulation it does what it did. Throws a
 * RehearsalError for what is no client.
 */
export function interceptMcpClient<T extends object>(client: T): T {
  const isClient = ["request", "callTool"].every((method) => typeof Reflect.get(client, method) === "function");
  const isOpen = isClient && Reflect.get(Reflect.get(client, "request") as object, INSTRUMENTED) !== undefined;
  const done =
    isClient &&
    (isOpen ||
      patchMethod(client, "request", (request) => {
        return function (this: unknown, ...args) {
          return Reflect.apply(inPlaceOfRequest(client, args[0], request, noteOnSpan), this, args);
        };
      }));
  if (done) return client;
  throw new RehearsalError(
    "invalid_input",
    `interceptMcpClient() was given ${nameOf(client)} that is no client. Give it a Client of @modelcontextprotocol/sdk, as in interceptMcpClient(new Client({ name, version })).`,
  );
}
