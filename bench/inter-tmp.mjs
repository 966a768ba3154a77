import { createRequire } from "node:module";
import { fakeOpenAI } from "./cases/openai-fake.mjs";
import { instrumentedClass } from "./cases/openai-sides.mjs";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const { startRun } = await import("../dist/tracing/index.js");
const side=process.argv[2];
const said = { text: "word ".repeat(200), calls: [{ id: "call_1", name: "lookup", args: { id: 7 } }] };
const body = { model: "m", messages: [
    { role: "system", content: "x".repeat(1000) },
    { role: "user", content: "Where is my order?" },
    { role: "assistant", content: null, tool_calls: [{ id: "call_0", type: "function", function: { name: "lookup", arguments: '{"id":6}' } }] },
    { role: "tool", tool_call_id: "call_0", content: JSON.stringify({ status: "sent", note: "y".repeat(500) }) },
  ], tools: [{ type: "function", function: { name: "lookup", parameters: { type: "object", properties: { id: { type: "number" } } } } }]};
const processor = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
const Bare=createRequire(import.meta.url)("openai").OpenAI;
const Inst=side==="none"?(await import("openai")).OpenAI:await instrumentedClass(side,new BasicTracerProvider({spanProcessors:[processor]}));
const {fetch}=fakeOpenAI(()=>said);
const mk=O=>{const c=new O({apiKey:"k",fetch,maxRetries:0}); return async()=>{for(let i=0;i<20;i++) await c.chat.completions.create(body);}};
const bare=mk(Bare), inst=mk(Inst);
const B=[],I=[];
for(let r=0;r<400;r++){ let s=performance.now(); await bare(); B.push(performance.now()-s);
 if(side==="ours"&&!process.argv[3]){ const run=startRun(); s=performance.now(); await run.within(inst); I.push(performance.now()-s); run.end(); } else { s=performance.now(); await inst(); I.push(performance.now()-s);} }
const q=(l,p)=>l.slice(100).sort((a,b)=>a-b)[Math.floor(300*p)]*1000/20;
console.log(side,"min",(q(I,0)-q(B,0)).toFixed(1),"p10",(q(I,.1)-q(B,.1)).toFixed(1),"p25",(q(I,.25)-q(B,.25)).toFixed(1),"bare min",q(B,0).toFixed(1)); process.exit(0);
