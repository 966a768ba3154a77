import OpenAI from "openai";
import { ask } from "./ask.mjs";

await ask(OpenAI);
