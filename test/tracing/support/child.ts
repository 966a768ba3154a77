import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs `children/<name>.ts` in a process of its own, where nothing global is set, and resolves to what it answered. */
export async function child<T>(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<T> {
  const file = fileURLToPath(new URL(`../children/${name}.ts`, import.meta.url));
  const process_ = spawn(process.execPath, ["--import", "tsx", file, ...args], { env: { ...process.env, ...env } });
  let [out, err] = ["", ""];
  process_.stdout.on("data", (data: Buffer) => (out += data.toString()));
  process_.stderr.on("data", (data: Buffer) => (err += data.toString()));
  const code = await new Promise((resolve) => process_.on("close", resolve));
  const line = out.trim().split("\n").at(-1) ?? "";
  if (code !== 0 || line === "") throw new Error(`${name} ended with ${String(code)}:\n${out}\n${err}`);
  return JSON.parse(line) as T;
}
