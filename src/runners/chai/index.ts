export type { RehearsalAssertion } from "./assertion-types.js";
export { rehearsalChai } from "./plugin.js";
