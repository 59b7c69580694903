// `npm run test:release` unpacks the release that `npm run release` wrote, starts it without anything of
// this checkout, and pays once. With `--root DIR` it does that in a root file system of its own, such as
// a bare Debian made by debootstrap.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createZstdDecompress } from "node:zlib";
import { readManifest } from "../pack-folder.ts";
import { ROOT } from "../run-command.ts";

const startSecondsMax = 120;
const { values } = parseArgs({ options: { root: { type: "string" } } });
const { version } = await readManifest(".");
const root = values.root ?? "/";
const base = values.root ? join(values.root, "opt") : mkdtempSync(join(tmpdir(), "release-"));
mkdirSync(base, { recursive: true });
const name = `rokad-${version}`;
/** A code works only in the browser that asked for it. */
let cookie = "";
/** The release as the started program sees it. */
const home = values.root ? join("/opt", name) : join(base, name);

try {
  await unpack();
  report("files", check("sha256sum", "--check", "--quiet", "SHA256SUMS"));
  const started = performance.now();
  const port = await freePort();
  const server = start(port);
  try {
    await waitUntilReady(port, server);
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

function report(what: string, isGood: boolean): void {
  if (!isGood) throw new Error(`${what}: failed`);
  console.log(`✓ ${what}`);
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function waitUntilReady(port: number, server: ChildProcess): Promise<void> {
  const end = Date.now() + startSecondsMax * 1000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}`);
    if (Date.now() > end) throw new Error(`Not ready after ${startSecondsMax} s`);
    await pause(250);
  }
}

async function tryConsole(port: number): Promise<void> {
  const page = await fetch(`http://127.0.0.1:${port}/`);
  report("the console", page.ok && (await page.text()).includes('<div id="root"'));
}

/** The demo's operator pays in the sandbox, until the bank has paid. */
async function payOnce(port: number): Promise<void> {
  const mobile = "9000000002";
  await ask(port, "/auth/send-otp", { mobile });
  const otp = await codeOf(port, mobile);
  const { access_token: token } = await ask(port, "/auth/verify-otp", { mobile, otp });
  const payout = {
    method: "upi",
    beneficiary_name: "Asha Rao",
    beneficiary_email: "asha@example.in",
    beneficiary_phone: "9876543210",
    beneficiary_address: "12 MG Road",
    upi_id: "asha@okhdfc",
    amount: 25,
  };
  await ask(port, "/payouts/otp/send", { mobile, payout }, token);
  const code = await codeOf(port, mobile);
  const authorisation = await ask(port, "/payouts/otp/verify", { mobile, otp: code }, token);
  const { id } = await ask(port, "/payouts/initiate", { ...payout, ...authorisation }, token);
  const end = Date.now() + startSecondsMax * 1000;
  let status = "";
  while (status !== "success") {
    if (Date.now() > end || status === "failed") throw new Error(`The payout is ${status}`);
    await pause(500);
    ({ status = "" } = await ask(port, `/payouts/${id}`, undefined, token));
  }
  report("a first payout is paid", true);
}

type Data = Record<string, string>;

async function ask(port: number, path: string, body?: object, token?: string): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(path === "/payouts/initiate" && { "idempotency-key": "first" }),
    },
  });
  cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  const { data, error } = (await answer.json()) as { data: Data; error?: { message: string } };
  if (error) throw new Error(`${path}: ${error.message}`);
  return data;
}

/** The newest code in the sandbox's texts, which arrive shortly after the call. */
async function codeOf(port: number, mobile: string): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    const texts = (await ask(port, `/sandbox/messages?mobile=${mobile}`)) as unknown as {
      code: string | null;
    }[];
    const code = texts.find((text) => text.code)?.code;
    if (code) return code;
    await pause(250);
  }
  throw new Error("No code arrived");
}
