// What instrumentation/ needs of tracing, and nobody else: not an entry of the package.
export { quietly } from "./faults.js";
export { within } from "./context.js";
export { own } from "./conventions/own-attributes.js";
export { follow } from "./observe/follow.js";
export { followReadable, isReadableStream } from "./observe/follow-stream.js";
export { settle } from "./observe/follow-iterator.js";
export { startExternalCall, type ExternalCall, type ExternalSpec, type Failure } from "./observe/external-call.js";
export { specOf, type ObserveSpec } from "./observe/observe-options.js";
export type { ObservedCall } from "./observe/observed-call.js";
export type { Outcome } from "./observe/outcome.js";
export { patch } from "./observe/patch.js";
export type { Pieces } from "./observe/pieces.js";
export { LONGEST_CONTENT, snapshot, Unrecorded } from "./observe/snapshot.js";
export { startCall } from "./observe/start-call.js";
export { reportInstrumentation, type InstrumentationState } from "./provider/instrumentations.js";
export { comesFromElsewhere, expectFromElsewhere, incoming, outgoing } from "./run/propagation.js";
export { textOf } from "./reading/attributes.js";
export { isObject, parseOrText } from "./reading/json-text.js";
