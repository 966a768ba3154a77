// Installs and builds what is missing or older than its inputs. Plain Node: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const wantsBench = process.argv.includes("--bench");
const wantsAgents = process.argv.includes("--agents");
const mustBuild = process.argv.includes("--build");

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

function newestIn(folder) {
  let newest = modified(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestIn(path) : modified(path));
  }
  return newest;
}

function run(what, command, args, cwd = root) {
  process.stderr.write(`[setup] ${what}\n`);
  // Output goes to stderr, so that what a command prints on stdout is its own alone.
  const done = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (done.status !== 0) {
    process.stderr.write(`[setup] failed: ${command} ${args.join(" ")} (in ${cwd})\n`);
    process.exit(done.status ?? 1);
  }
}

function install(folder, what) {
  const stamp = join(folder, "node_modules", ".rehearsal-installed");
  const inputs = Math.max(modified(join(folder, "package.json")), modified(join(folder, "package-lock.json")));
  if (modified(stamp) >= inputs) return;
  run(
    what,
    "npm",
    [existsSync(join(folder, "package-lock.json")) ? "ci" : "install", "--no-audit", "--no-fund"],
    folder,
  );
  writeFileSync(stamp, "");
}

function build() {
  const stamp = join(root, "dist", ".built");
  const inputs = Math.max(
    newestIn(join(root, "src")),
    newestIn(join(root, "instrumentation")),
    modified(join(root, "tsconfig.build.json")),
    modified(join(root, "tsconfig.json")),
  );
  if (!mustBuild && modified(stamp) >= inputs) return;
  run("building dist", process.execPath, [
    join("node_modules", "typescript", "bin", "tsc"),
    "-p",
    "tsconfig.build.json",
  ]);
  if (mustBuild) clear(join(root, "dist"));
  placeBuild(join(root, "dist", ".stage"), join(root, "dist"));
  writeFileSync(stamp, "");
}

/** What a deleted source left behind must not be packed. */
function clear(dist) {
  for (const name of readdirSync(dist)) if (name !== ".stage") rmSync(join(dist, name), { recursive: true });
}

/** The compiler keeps src and instrumentation side by side. In dist, what is in src lies at the top. */
function placeBuild(stage, dist) {
  cpSync(join(stage, "src"), dist, { recursive: true });
  for (const entry of readdirSync(join(stage, "instrumentation"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/(["'](?:\.\.\/)+)src\//g, "$1"));
  }
  cpSync(join(stage, "instrumentation"), join(dist, "instrumentation"), { recursive: true });
  rmSync(stage, { recursive: true });
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
  process.stderr.write(`[setup] Rehearsal needs Node ^20.19 or >=22.12; this is ${process.version}.\n`);
  process.exit(1);
}
install(root, "installing dependencies");
build();
if (wantsBench) install(join(root, "bench"), "installing the peers of the bench");
if (wantsAgents) {
  install(join(root, "examples", "tracing"), "installing the frameworks of examples/tracing");
  install(join(root, "examples", "tracing", "mastra"), "installing Mastra for examples/tracing");
  install(join(root, "test", "instrumentation", "openai", "versions"), "installing openai 4 to 7 for their tests");
}
