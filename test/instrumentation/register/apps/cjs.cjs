const OpenAI = require("openai");

void import("./ask.mjs").then(({ ask }) => ask(OpenAI));
