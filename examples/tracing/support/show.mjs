// Prints what a trace says.
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

/** Whether a file was started itself, and not imported. */
export const isStarted = (url) => argv[1] !== undefined && pathToFileURL(argv[1]).href === url;

export const question = "When is it due back, and what did I book? It's R-17.";

export function show({ toolsCalled, retrievalContext, output, usage, missing }) {
  for (const { name, inputParameters, output: result, error } of toolsCalled)
    line("called", `${name} ${JSON.stringify(inputParameters)} → ${JSON.stringify(result) ?? `failed: ${error}`}`);
  for (const document of retrievalContext) line("retrieved", document.context ?? document);
  line("answered", output ?? "unknown");
  const { inputTokens, outputTokens } = usage;
  line("usage", inputTokens === null ? "unknown" : `${inputTokens} tokens in, ${outputTokens} out`);
  for (const sentence of missing) line("missing", sentence);
}

const line = (what, text) => console.log(`${what.padEnd(10)}${text}`);
