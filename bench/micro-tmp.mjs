import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
import { OpenAI } from "openai";
import { OpenAIInstrumentation } from "../dist/instrumentation/openai/index.js";
import { chat } from "../dist/instrumentation/openai/operations/chat.js";
import { Content } from "../dist/instrumentation/openai/content.js";
import { startExternalCall } from "../dist/tracing/instrument.js";
import { startRun } from "../dist/tracing/index.js";
const processor = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
const provider = new BasicTracerProvider({ spanProcessors: [processor] });
const tracer = provider.getTracer("x");
const body = { model: "m", messages: [
    { role: "system", content: "x".repeat(1000) },
    { role: "user", content: "Where is my order?" },
    { role: "assistant", content: null, tool_calls: [{ id: "call_0", type: "function", function: { name: "lookup", arguments: '{"id":6}' } }] },
    { role: "tool", tool_call_id: "call_0", content: JSON.stringify({ status: "sent", note: "y".repeat(500) }) },
  ]};
const answer = {id:"c",model:"m",choices:[{index:0,finish_reason:"tool_calls",message:{role:"assistant",content:"word ".repeat(200),tool_calls:[{id:"call_1",type:"function",function:{name:"lookup",arguments:'{"id":7}'}}]}}],usage:{prompt_tokens:1,completion_tokens:2,total_tokens:3}};
function time(name, f, n=5000){ for(let i=0;i<n;i++) f(); let best=1e9; for(let r=0;r<7;r++){const s=performance.now(); for(let i=0;i<n;i++) f(); best=Math.min(best,(performance.now()-s)*1000/n);} console.log(name,best.toFixed(2),"µs"); }
time("request", ()=>chat.request(body,new Content(true)));
time("response", ()=>chat.response(answer,new Content(true)));
time("parse answer", ()=>JSON.parse(JSON.stringify(answer)));
import { chatMessage } from "../dist/instrumentation/openai/messages/chat-message.js";
import { snapshot } from "../dist/tracing/instrument.js";
const built=body.messages.map(m=>chatMessage(m,new Content(true)));
time("build request", ()=>{const c=new Content(true); return body.messages.map(m=>chatMessage(m,c));});
time("snapshot", ()=>snapshot(built)); time("stringify", ()=>JSON.stringify(built));
const a=chat.request(body,new Content(true)), b=chat.response(answer,new Content(true)).attributes;
time("sdk span", ()=>{const s=tracer.startSpan("x",{attributes:{a:1,b:"c"}}); s.setAttributes(a); s.setAttributes(b); s.end();});
time("external, no run", ()=>{const c=startExternalCall({name:"x",kind:2,attributes:{a:1},tracer}); c.add(a); c.end(()=>c.add(b));});
const run=startRun();
time("external, run", ()=>run.within(()=>{const c=startExternalCall({name:"x",kind:2,attributes:{a:1},tracer}); c.add(a); c.end(()=>c.add(b));}));
time("external, run, no tracer", ()=>run.within(()=>{const c=startExternalCall({name:"x",kind:2,attributes:{a:1}}); c.add(a); c.end(()=>c.add(b));}));
run.end();
// whole wrapper with a trivial APIPromise-like
class P extends Promise { constructor(rp, pr){ super(r=>r(null)); this.responsePromise=rp; this.parseResponse=pr;} static get [Symbol.species](){return Promise}
 _thenUnwrap(){} asResponse(){} parse(){ return this.parsed ??= this.responsePromise.then(d=>this.parseResponse(d)); } then(a,b){ return this.parse().then(a,b);} }
const make=()=>({ chat:{completions:{ create(){ return new P(Promise.resolve({}), async()=>answer);} }}});
const { wrapOpenAI } = await import("../dist/instrumentation/openai/index.js");
async function timeA(name,f,n=5000){ for(let i=0;i<n;i++) await f(); let best=1e9; for(let r=0;r<7;r++){const s=performance.now(); for(let i=0;i<n;i++) await f(); best=Math.min(best,(performance.now()-s)*1000/n);} console.log(name,best.toFixed(2),"µs"); }
const plain=make(), wrapped=wrapOpenAI(make());
await timeA("plain", ()=>plain.chat.completions.create(body));
await timeA("wrapped, nobody", ()=>wrapped.chat.completions.create(body));
const r2=startRun();
await r2.within(()=>timeA("wrapped, run", ()=>wrapped.chat.completions.create(body)));
r2.end();
process.exit(0)
