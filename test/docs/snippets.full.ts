import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = ["README.md", "docs/tracing.md", "docs/simulation.md"].filter((page) => existsSync(join(root, page)));

/** Entries from which a snippet may use a name without saying so again: the first always, others where its page has imported it before. */
const entries = [
  "rehearsal",
  "rehearsal/metrics",
  "rehearsal/tracing",
  "rehearsal/models",
  "rehearsal/simulator",
  "rehearsal/environment",
  "rehearsal/mocha",
];

/** What the reader has: an agent, a database, a client. */
const theirs = `
declare const db: any, index: any, agent: any, tools: any, server: any, yourProcessor: any, messages: any, client: any, user: any;
declare const NodeTracerProvider: any, OpenAI: any, Client: any, Mastra: any, agents: any, generateText: any, graph: any;
declare const spans: any, logRecords: any, records: any, retrieverTools: any, model: any, path: string, mode: any, save: any;
declare const queue: any, refund: (order: object) => Promise<unknown>, search: (query: string) => Promise<string[]>;
declare const golden: import("rehearsal").ConversationalGolden, testCase: import("rehearsal").ConversationalTestCase;
declare const dataset: import("rehearsal").EvaluationDataset, simulator: import("rehearsal").ConversationSimulator;
declare const testCases: readonly import("rehearsal").ConversationalTestCase[], conversationalGoldens: readonly import("rehearsal").ConversationalGolden[];
declare const answer: (question: string) => Promise<string>, supportAgent: (message: string, threadId: string) => Promise<string>;
declare const expect: (value: unknown) => Chai.Assertion;
`;
const theirNames = [...theirs.matchAll(/(?:const |, )(\w+): /g)].map(([, name]) => name ?? "");

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, "tsconfig.json"), (path) => readFileSync(path, "utf8")).config,
  ts.sys,
  root,
);
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, { types?: string }>;
};
const sourceOf = (entry: string): string | undefined => {
  const types = manifest.exports[entry.replace(/^rehearsal/, ".")]?.types;
  const source = types?.replace("./dist/", "").replace(/\.d\.ts$/, ".ts");
  return source === undefined ? undefined : join(root, source.startsWith("instrumentation") ? "" : "src", source);
};

interface Snippet {
  readonly file: string;
  readonly text: string;
  /** What its page has imported up to here. */
  readonly imported: ReadonlySet<string>;
}

const snippets: Snippet[] = pages.flatMap((page) => {
  const imported = new Set<string>();
  return [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, text = ""], at) => {
    for (const [, list = ""] of text.matchAll(/import \{([^}]*)\} from "rehearsal/g))
      for (const name of list.split(",")) imported.add(name.trim());
    return {
      file: join(root, "test/docs", `${basename(page, ".md")}-${String(at + 1)}.ts`),
      text,
      imported: new Set(imported),
    };
  });
});

/** Diagnostics of all snippets at once, by file. */
function check(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly ts.Diagnostic[]> {
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const fromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? fromDisk(name, ...rest) : ts.createSourceFile(name, text, rest[0], true);
  };
  const onDisk = host.fileExists.bind(host);
  host.fileExists = (name) => texts.has(name) || onDisk(name);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const source = sourceOf(text);
      if (source !== undefined) return { resolvedModule: { resolvedFileName: source, extension: ts.Extension.Ts } };
      return ts.resolveModuleName(text, from, options, host);
    });
  const program = ts.createProgram(
    [...texts.keys()],
    { ...options, verbatimModuleSyntax: false, types: ["node", "mocha", "chai"] },
    host,
  );
  return new Map(
    [...texts.keys()].map((name) => {
      const source = program.getSourceFile(name);
      return [name, source === undefined ? [] : ts.getPreEmitDiagnostics(program, source)] as const;
    }),
  );
}

/** The snippet with what its page has imported before, and with what the reader has. */
function completed(
  { text, imported }: Snippet,
  missing: ReadonlySet<string>,
  exported: ReadonlyMap<string, string>,
): string {
  const imports = [...missing].flatMap((name) => {
    const entry = exported.get(name);
    const isKnown = entry === "rehearsal" || imported.has(name);
    return entry === undefined || !isKnown || theirNames.includes(name) ? [] : [`import { ${name} } from "${entry}";`];
  });
  const given = theirs
    .split("\n")
    .map((line) =>
      line.replace(/^declare const (.*);$/, (_, list: string) => {
        const kept = list.split(/, (?=\w+: )/).filter((part) => missing.has(part.split(":")[0] ?? ""));
        return kept.length === 0 ? "" : `declare const ${kept.join(", ")};`;
      }),
    )
    .join("");
  return `${imports.join(" ")} ${given} export {};\n${text}`;
}

const UNKNOWN_NAME = 2304;
const SHORTHAND_UNKNOWN = 18004;
const NO_SUCH_MODULE = 2307;

describe("the snippets of the pages", function () {
  this.timeout(120_000);
  const problems = new Map<string, string[]>();

  before(() => {
    const exported = new Map<string, string>();
    for (const entry of [...entries].reverse()) {
      const source = readFileSync(sourceOf(entry) ?? "", "utf8");
      for (const [, list = ""] of source.matchAll(/export (?:type )?\{([^}]*)\}/g))
        for (const name of list.split(",")) exported.set(name.trim().replace(/^type /, ""), entry);
    }
    const first = check(new Map(snippets.map(({ file, text }) => [file, `export {};\n${text}`])));
    const texts = new Map(
      snippets.map((snippet) => {
        const { file } = snippet;
        const missing = (first.get(file) ?? []).flatMap(({ code, messageText }) =>
          code === UNKNOWN_NAME || code === SHORTHAND_UNKNOWN || code === 2552
            ? (/['‘](\w+)['’]/.exec(ts.flattenDiagnosticMessageText(messageText, " "))?.[1] ?? [])
            : [],
        );
        return [file, completed(snippet, new Set(missing), exported)] as const;
      }),
    );
    for (const [file, found] of check(texts))
      problems.set(
        file,
        found
          .filter(({ code, messageText }) => {
            const told = ts.flattenDiagnosticMessageText(messageText, " ");
            // Packages and files of the reader's own, and arguments whose types these would tell.
            return !(code === NO_SUCH_MODULE && !told.includes("'rehearsal")) && code !== 7006 && code !== 7031;
          })
          .map(({ start = 0, file: source, messageText }) => {
            const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0).toString();
            return `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
          }),
      );
  });

  it("are found", () => {
    expect(snippets.length).to.be.at.least(15);
    expect(new Set(snippets.map(({ file }) => dirname(file))).size).to.equal(1);
  });

  for (const { file, text } of snippets)
    it(`compile: ${basename(file, ".ts")}, ${text.trim().split("\n")[0]?.slice(0, 60) ?? ""}`, () => {
      expect(problems.get(file)).to.deep.equal([]);
    });
});
