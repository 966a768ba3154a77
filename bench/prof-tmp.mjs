import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
import { OpenAIInstrumentation, wrapOpenAI } from "../dist/instrumentation/openai/index.js";
import { startRun } from "../dist/tracing/index.js";
const processor = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
const provider = new BasicTracerProvider({ spanProcessors: [processor] });
const body = { model: "m", messages: [
    { role: "system", content: "x".repeat(1000) },
    { role: "user", content: "Where is my order?" },
    { role: "assistant", content: null, tool_calls: [{ id: "call_0", type: "function", function: { name: "lookup", arguments: '{"id":6}' } }] },
    { role: "tool", tool_call_id: "call_0", content: JSON.stringify({ status: "sent", note: "y".repeat(500) }) },
  ]};
const answer = {id:"c",model:"m",choices:[{index:0,finish_reason:"tool_calls",message:{role:"assistant",content:"word ".repeat(200),tool_calls:[{id:"call_1",type:"function",function:{name:"lookup",arguments:'{"id":7}'}}]}}],usage:{prompt_tokens:1,completion_tokens:2,total_tokens:3}};
class P extends Promise { constructor(rp, pr){ super(r=>r(null)); this.responsePromise=rp; this.parseResponse=pr;}
 _thenUnwrap(){} asResponse(){} parse(){ return this.parsed ??= this.responsePromise.then(d=>this.parseResponse(d)); } then(a,b){ return this.parse().then(a,b);} }
class Completions { create(){ return new P(Promise.resolve({}), async()=>answer);} }
class OpenAI { static Chat = class { static Completions = Completions } }
const client={chat:{completions:new Completions()}};
const plain={chat:{completions:new Completions()}};
const work=async(c)=>{for(let i=0;i<50;i++) await c.chat.completions.create(body);};
const bareBest=await (async()=>{let b=1e9;for(let r=0;r<300;r++){const s=performance.now();await work(plain);b=Math.min(b,performance.now()-s);}return b*1000/50})();
const inst=new OpenAIInstrumentation(); inst.setTracerProvider(provider); inst.manuallyInstrument(OpenAI);
let b=1e9, b2=1e9;
for(let r=0;r<3000;r++){const run=startRun(); const s=performance.now(); await run.within(()=>work(client)); b=Math.min(b,performance.now()-s); run.end(); if(process.argv[2]==="prof") continue; }
for(let r=0;r<600;r++){const s=performance.now(); await work(client); b2=Math.min(b2,performance.now()-s);}
console.log("bare",bareBest.toFixed(1),"run+span",(b*1000/50-bareBest).toFixed(1),"span only",(b2*1000/50-bareBest).toFixed(1));
process.exit(0)
