// `npm run test:release` unpacks the release that `npm run release` wrote, starts it without anything of
// this checkout, and pays once. With `--root DIR` it does that in a root file system of its own, such as
// a bare Debian made by debootstrap.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createZstdDecompress } from "node:zlib";
import { readManifest } from "../pack-folder.ts";
import { ROOT } from "../run-command.ts";
import { freePort, payOnce, report, tryConsole, waitUntilReady } from "./try-installation.ts";

const { values } = parseArgs({ options: { root: { type: "string" } } });
const { version } = await readManifest(".");
const root = values.root ?? "/";
const base = values.root ? join(values.root, "opt") : mkdtempSync(join(tmpdir(), "release-"));
mkdirSync(base, { recursive: true });
const name = `rokad-${version}`;
/** The release as the started program sees it. */
const home = values.root ? join("/opt", name) : join(base, name);

try {
  await unpack();
  report("files", check("sha256sum", "--check", "--quiet", "SHA256SUMS"));
  const started = performance.now();
  const port = await freePort();
  const server = start(port);
  try {
    await waitUntilReady(port, () => server.exitCode);
    console.log(`✓ ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await tryConsole(port);
    await payOnce(port);
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  }
  report("a clean end", server.exitCode === 0);
} finally {
  rmSync(join(base, name), { recursive: true, force: true });
  if (!values.root) rmSync(base, { recursive: true, force: true });
}

async function unpack(): Promise<void> {
  const archive = join(ROOT, "dist/release", `${name}.tar.zst`);
  const tar = spawn("tar", ["-x", "-C", base], { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(tar, "exit");
  await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin);
  const [code] = (await ended) as [number];
  report("unpacks", code === 0);
}

function check(...[program = "", ...args]: string[]): boolean {
  const { status } = spawnSync(program, args, { cwd: join(base, name), stdio: "inherit" });
  return status === 0;
}

/** Only what a bare system has is on its PATH, so that nothing of this checkout or of npm is used. */
function start(port: number): ChildProcess {
  const [program, ...args] = values.root
    ? ["chroot", root, join(home, "bin/rokad")]
    : [join(home, "bin/rokad")];
  const env = {
    PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: join(home, ".data"),
  };
  return spawn(program ?? "", args, { env, stdio: ["ignore", "ignore", "inherit"] });
}
