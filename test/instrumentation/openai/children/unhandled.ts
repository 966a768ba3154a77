// Asks and forgets, without and with us: what comes of a failure that nobody handles.
import OpenAI from "openai";
import { wrapOpenAI } from "../../../../instrumentation/openai/index.js";
import { startRun } from "../../../../src/tracing/index.js";
import { fault, startOpenAIServer } from "../../../support/openai-server.js";

let unhandled: string[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason instanceof Error ? reason.message : "?"));

async function forget(prepare: (client: OpenAI) => OpenAI): Promise<readonly string[]> {
  unhandled = [];
  const server = await startOpenAIServer(() => fault.rateLimit());
  const client = prepare(new OpenAI({ apiKey: "key", baseURL: server.baseURL, maxRetries: 0, logLevel: "off" }));
  const run = startRun();
  run.within(() => void client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "Hi" }] }));
  await (
    await server.received(1)
  ).closed;
  while (unhandled.length === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  await server.close();
  return unhandled;
}

process.stdout.write(JSON.stringify({ plain: await forget((client) => client), wrapped: await forget(wrapOpenAI) }));
