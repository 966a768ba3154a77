import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../src/cli/main.js";
import type { Shell } from "../../src/cli/shell.js";

/** A folder of its own with files in it, and the command line run there in this process. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), "rehearsal-cli-"));

  /** What was shown while something ran. */
  readonly progress: string[] = [];

  /** The command by which the run goes on, as it was told in the course of it. */
  readonly resumable: (string | null | undefined)[] = [];

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    return this.runUntil(undefined, ...argv);
  }

  /** The same until the signal fires. */
  runUntil(signal: AbortSignal | undefined, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    return this.runWith({ signal: signal ?? new AbortController().signal }, ...argv);
  }

  /** The same in surroundings of the caller's. */
  async runWith(
    around: Partial<Pick<Shell, "env" | "signal">>,
    ...argv: string[]
  ): Promise<{ code: number; out: string; err: string }> {
    const written = { out: "", err: "" };
    const code = await main(argv, {
      cwd: this.folder,
      env: {},
      color: false,
      width: 100,
      out: (text) => (written.out += text),
      err: (text) => (written.err += text),
      progress: (line) => void this.progress.push(line),
      resumable: (command) => void this.resumable.push(command),
      screen: { write: (text) => (written.err += text) },
      signal: new AbortController().signal,
      ...around,
    });
    return { code, ...written };
  }

  /** A package that is no more than its version. */
  install(name: string, version: string): void {
    const folder = join(this.folder, "node_modules", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version }));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const modelVariables = ["REHEARSAL_MODEL", "REHEARSAL_BASE_URL", "REHEARSAL_API_KEY", "OPENAI_API_KEY"] as const;

/** For the tests of a `describe`: else a model of the developer's would play the users. */
export function withoutModels(): void {
  const saved = modelVariables.map((name) => [name, process.env[name]] as const);
  before(() => {
    for (const name of modelVariables) delete process.env[name];
  });
  after(() => {
    for (const [name, value] of saved) if (value !== undefined) process.env[name] = value;
  });
}

/** An agent that greets, and books once it is told to. */
export const agentModule = `
export default async ({ input }) => {
  if (/break/.test(input)) throw new Error("the kitchen is on fire");
  return /book/.test(input) ? "Done, I have booked table 7." : "Goodbye!";
};
`;

export const goldensFile = `
- id: books
  scenario: A guest books a table.
  opening: Please book a table.
  mustCommunicate: [table 7]
- id: hears-nothing
  scenario: A guest wants to hear the price.
  opening: What does it cost?
  mustCommunicate: ["$20"]
`;
