// `npm run test:image` builds the container image with Podman or Docker, and runs console and worker of
// it as compose.yaml does: read only, without privileges, on a PostgreSQL of this checkout. It pays once.
// `--engine docker`; what follows `--` goes to the build.
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { readManifest } from "../pack-folder.ts";
import { ROOT } from "../run-command.ts";
import { freePort, payOnce, report, tryConsole, waitUntilReady } from "./try-installation.ts";

const bytesMax = 260_000_000;
const { values, positionals } = parseArgs({
  options: { engine: { type: "string", default: "podman" } },
  allowPositionals: true,
});
const { engine } = values;
const { version } = await readManifest(".");
const image = `rokad:${version}`;
const appSecret = randomBytes(32).toString("base64");
const encryptionKey = randomBytes(32).toString("base64");
const containers: string[] = [];

if (spawnSync(engine, ["--version"]).error) {
  console.log(`${engine} is not installed, so the image was not tried.`);
  process.exitCode = 2;
} else await tryImage();

async function tryImage(): Promise<void> {
  const build = ["build", "--format=docker", "--tag", image, ...positionals, ROOT];
  report("the image builds", spawnSync(engine, build, { stdio: "inherit" }).status === 0);
  const size = Number(run("image", "inspect", "--format", "{{.Size}}", image));
  report(`${Math.round(size / 1e6)} MB, at most ${bytesMax / 1e6}`, size <= bytesMax);
  const dataDir = mkdtempSync(join(tmpdir(), "image-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const port = await freePort();
    const started = performance.now();
    start("api", { PORT: port, DATABASE_URL: postgres.url });
    await waitUntilReady(port, () => exitCodeOf("api"));
    console.log(`✓ ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const workerPort = await freePort();
    start("worker", { WORKER_PORT: workerPort, DATABASE_URL: postgres.url });
    await waitUntilReady(workerPort, () => exitCodeOf("worker"));
    await tryConsole(port);
    await payOnce(port);
    const doctor = spawnSync(engine, [...runOptions({}), image, "admin", "doctor", "--json"]);
    report("the commands run", doctor.stdout.toString().startsWith("{"));
    for (const name of containers) run("stop", "--time", "40", name);
    report(
      "a clean end",
      ["api", "worker"].every((role) => exitCodeOf(role) === 0),
    );
  } catch (error) {
    for (const name of containers) spawnSync(engine, ["logs", name], { stdio: "inherit" });
    throw error;
  } finally {
    if (containers.length > 0) run("rm", "--force", ...containers);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function start(role: string, settings: Readonly<Record<string, string | number>>): void {
  const name = nameOf(role);
  const [command = "", ...options] = runOptions({ ROLE: role, ...settings });
  run(command, "--detach", "--name", name, ...options.filter((option) => option !== "--rm"), image);
  containers.push(name);
}

/** As compose.yaml runs it, with the sandboxes. */
function runOptions(settings: Readonly<Record<string, string | number>>): string[] {
  const env = {
    HOST: "127.0.0.1",
    APP_SECRET: appSecret,
    ENCRYPTION_KEY: encryptionKey,
    ALLOW_SANDBOX: 1,
    DEMO_ACCOUNTS: 1,
    ALLOW_PLAIN_DATABASE: 1,
    ...settings,
  };
  return [
    "run",
    "--rm",
    "--network=host",
    "--read-only",
    "--tmpfs=/tmp",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    ...Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
  ];
}

function nameOf(role: string): string {
  return `rokad-image-${process.pid}-${role}`;
}

/** Null while it runs. */
function exitCodeOf(role: string): number | null {
  const state = run("inspect", "--format", "{{.State.Running}} {{.State.ExitCode}}", nameOf(role));
  const [isRunning, code] = state.split(" ");
  return isRunning === "true" ? null : Number(code);
}

function run(...args: string[]): string {
  return execFileSync(engine, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
