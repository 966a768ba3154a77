import type { TracerProvider } from "@opentelemetry/api";
import { sharedSet } from "../../test-case/shared.js";
import { hasRecorder } from "../run/trace-recorder.js";

const early = sharedSet<string>("early-tracers");

/** Those record what goes on below an agent, and never a call of a tool. */
const below =
  /^(rehearsal|@opentelemetry\/instrumentation-(amqplib|bunyan|cassandra-driver|connect|dataloader|dns|express|fastify|fetch|fs|generic-pool|graphql|grpc|hapi|http|ioredis|kafkajs|knex|koa|lru-memoizer|memcached|mongodb|mongoose|mysql2?|nestjs-core|net|oracledb|pg|pino|redis(-\d)?|restify|router|runtime-node|socket\.io|tedious|typeorm|undici|winston))@/;

/**
 * Notes down the tracers that were taken from a provider before it was teed: what these record goes past every run. The
 * providers of the OpenTelemetry SDK keep them by name and version; of others it is not known.
 */
export function noteEarlyTracers(provider: TracerProvider): void {
  const taken: unknown = Reflect.get(provider, "_tracers");
  if (!(taken instanceof Map)) return;
  for (const key of taken.keys()) if (typeof key === "string" && !below.test(key)) early().add(nameOf(key));
}

const nameOf = (key: string): string => key.slice(0, key.lastIndexOf("@")) || "without a name";

export const forgetEarlyTracers = (): void => early().clear();

/** Why calls of tools may have gone past a run, as a sentence; none where nothing is known that would. */
export function earlyTracersNote(): readonly string[] {
  if (early().size === 0 || hasRecorder()) return [];
  const names = [...early()].slice(0, 5).join(", ");
  return [
    `toolsCalled: what these recorded went past the run, since they took their tracer before the first one: ${names}; add new TraceRecorder() to the span processors of your tracer provider`,
  ];
}
