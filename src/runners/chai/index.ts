export { rehearsalChai } from "./plugin.js";
