import { reportInstrumentation } from "../../src/tracing/instrument.js";
import type { CaptureContent, Settings } from "../shared/settings.js";

export interface McpOptions {
  /**
   * Whether arguments, results, addresses of resources, messages of prompts and the words of errors go on record. Names of
   * tools and prompts and ids always do. Default: true, unless the environment variable `REHEARSAL_CAPTURE_CONTENT` is
   * `false`.
   */
  readonly captureContent?: CaptureContent;
}

export const settingsOf = ({ captureContent }: McpOptions): Settings => ({ captureContent, tracer: undefined });

/** The protocol's packages do not tell their version; that one was instrumented is worth knowing all the same. */
export const report = (): void =>
  void reportInstrumentation({ name: "@modelcontextprotocol/sdk", version: null, range: ">=1 <2" });
