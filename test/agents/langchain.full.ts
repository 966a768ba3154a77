import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeDesk } from "./support/desk-suite.js";
import { folder, load, versionOf } from "./support/example.js";

/** Both instrumentations patch this class, and neither can be taken out again. */
interface Callbacks {
  readonly CallbackManager: object;
}

/** What LangChain's tools hand over is text, here the passages without their ids. */
const found = [{ text: "Bikes are due back by 18:00 on the last day of a booking." }];
const langchain = `LangChain ${versionOf("langchain")}`;
const langgraph = `LangGraph ${versionOf("@langchain/langgraph")}`;

describe("LangChain and LangGraph", () => {
  let untouched: unknown;
  let callbacks: Callbacks;
  before(async () => {
    const path = createRequire(join(folder, "package.json")).resolve("@langchain/core/callbacks/manager");
    callbacks = (await import(pathToFileURL(path.replace(/\.cjs$/, ".js")).href)) as Callbacks;
    untouched = Reflect.get(callbacks.CallbackManager, "_configureSync");
  });
  const restore = () => void Reflect.set(callbacks.CallbackManager, "_configureSync", untouched);

  describe("through OpenInference", () => {
    after(restore);
    describeDesk(langchain, () => load("langchain-openinference.mjs"), {
      found,
      missing: ['tool "search_guide", tool "find_booking": recorded its argument without the name'],
    });
    describeDesk(langgraph, () => load("langgraph-openinference.mjs"), {
      searches: false,
      missing: ['tool "find_booking": recorded its argument without the name'],
    });
  });

  describe("through OpenLLMetry, which records neither retrievers nor tokens", () => {
    after(restore);
    describeDesk(langchain, () => load("langchain-traceloop.mjs"), {
      found,
      retrieves: false,
      retrieverTools: ["search_guide"],
      counts: false,
      missing: ["usage: 3 of 3 model calls recorded no tokens, or not all"],
    });
    describeDesk(langgraph, () => load("langgraph-traceloop.mjs"), {
      searches: false,
      retrieves: false,
      counts: false,
      missing: ["usage: 2 of 2 model calls recorded no tokens, or not all"],
    });
  });
});
