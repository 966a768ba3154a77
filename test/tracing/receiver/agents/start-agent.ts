import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface AgentProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program that prints the port at which it answers. What it prints to stderr is in the error where it fails. */
export async function startAgent(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<AgentProcess> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  const exited = once(child, "exit");
  const lines = createInterface(child.stdout);
  const printed = once(lines, "line") as Promise<[string]>;
  const port = await Promise.race([printed.then(([line]) => line), exited.then(() => undefined)]);
  if (port === undefined) throw new Error(`${command} ${args.join(" ")} ended: ${complaints}`);
  return {
    url: `http://127.0.0.1:${port}/chat`,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
