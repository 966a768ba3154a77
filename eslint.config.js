import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

// Which rooms a room may import. Data flows from left to right, and lint holds the imports to it (ARCHITECTURE.md).
const value = ["test-case"];
const below = [...value, "files", "golden", "tracing", "models", "environment", "statistics"];
const judging = [...below, "simulator", "metrics", "evaluation"];
const mayImport = {
  "test-case": [],
  statistics: [],
  files: [],
  golden: value,
  tracing: [...value, "files"],
  models: [...value, "files"],
  environment: value,
  simulator: below,
  metrics: below,
  evaluation: [...below, "simulator", "metrics"],
  fuzz: judging,
  report: [...value, "evaluation"],
  runners: [...judging, "report"],
  cli: [...judging, "report"],
};
const rooms = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const layers = rooms.map((room) => {
  const allowed = mayImport[room];
  if (allowed === undefined)
    throw new Error(`src/${room} has no line in eslint.config.js: say which rooms it may import`);
  const forbidden = rooms.filter((other) => other !== room && !allowed.includes(other));
  return {
    files: [`src/${room}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["rehearsal", "rehearsal/*"], message: "Inside src, import the file." },
            { group: ["**/instrumentation/**"], message: "src never imports instrumentation." },
            ...(forbidden.length > 0
              ? [
                  {
                    regex: `^(\\.\\./)+(${forbidden.join("|")})/`,
                    message: `src/${room} may import only: ${allowed.join(", ") || "nothing inside"} (and errors.ts).`,
                  },
                ]
              : []),
          ],
        },
      ],
    },
  };
});

// What others' packages are wrapped with needs little of the core, and takes it from one file that is made for it.
const instrumentation = {
  files: ["instrumentation/**/*.ts"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          { group: ["rehearsal", "rehearsal/*"], message: "Inside the package, import the file." },
          {
            regex:
              "(^|/)src/(?!tracing/instrument\\.js$|errors\\.js$|environment/interception/adapters/mcp-request\\.js$)",
            message:
              "Of src, instrumentation may import src/tracing/instrument.ts, src/errors.ts and the adapter of MCP.",
          },
        ],
      },
    ],
  },
};

export default tseslint.config(
  { ignores: ["dist/**", "coverage/**", "**/node_modules/**", ".rehearsal/**", "test/package/fixtures/**"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/require-await": "off",
      // Types of chai are extended by declaration merging; real namespaces do not compile (erasableSyntaxOnly).
      "@typescript-eslint/no-namespace": ["error", { allowDeclarations: true }],
      "max-lines": ["error", { max: 250, skipBlankLines: false, skipComments: false }],
      eqeqeq: "error",
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/no-unused-expressions": "off" },
  },
  ...layers,
  instrumentation,
);
