export { renderTerminal, type TerminalOptions } from "./terminal.js";
