import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ROOT_CONTEXT, type Context } from "@opentelemetry/api";
import { shared } from "../../test-case/shared.js";
import { activeContext, activeManager } from "../context.js";
import { quietly } from "../faults.js";
import { openRuns } from "../run/open-run.js";
import { comesFromHere, incoming } from "../run/propagation.js";

const CHANNEL = "http.server.request.start";

const state = shared("requests", () => ({ isFollowing: false, entered: new WeakSet<Context>() }));

/**
 * Has what a server in this process does for a request go on in the run that sent it, as its headers tell. The server began
 * to listen before any run, so that what it does has no context of one.
 */
export function followRequests(): void {
  if (state().isFollowing) return;
  state().isFollowing = true;
  subscribe(CHANNEL, onRequest);
}

export function leaveRequests(): void {
  unsubscribe(CHANNEL, onRequest);
  state().isFollowing = false;
}

function onRequest(message: unknown): void {
  quietly("following a request", () => {
    const { headers } = (message as { readonly request: { readonly headers: unknown } }).request;
    const here = activeContext();
    const isOurs = openRuns().size > 0 && comesFromHere(headers);
    // One connection brings many requests, and what was entered for one of them stays.
    if (isOurs) enter(incoming(headers));
    else if (state().entered.has(here)) enter(ROOT_CONTEXT);
  });
}

/** No context manager has this in public: it is asked for nowhere else than where a callback begins that nobody can wrap. */
function enter(target: Context): void {
  const storage: unknown = Reflect.get(activeManager() ?? {}, "_asyncLocalStorage");
  if (!(storage instanceof AsyncLocalStorage)) return;
  state().entered.add(target);
  storage.enterWith(target);
}
