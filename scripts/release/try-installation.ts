import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/* A person's first minutes with an installation on this machine: the console, signing in, one payout. */

const startSecondsMax = 120;
/** A code works only in the browser that asked for it. */
let cookie = "";

/** Says what holds. @throws if it does not. */
export function report(what: string, isGood: boolean): void {
  if (!isGood) throw new Error(`${what}: failed`);
  console.log(`✓ ${what}`);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** @param exitCodeOf of what serves there; null while it runs. */
export async function waitUntilReady(port: number, exitCodeOf: () => number | null): Promise<void> {
  const end = Date.now() + startSecondsMax * 1000;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    const exitCode = exitCodeOf();
    if (exitCode !== null) throw new Error(`It ended with code ${exitCode}`);
    if (Date.now() > end) throw new Error(`Not ready after ${startSecondsMax} s`);
    await pause(250);
  }
}

export async function tryConsole(port: number): Promise<void> {
  const page = await fetch(`http://127.0.0.1:${port}/`);
  report("the console", page.ok && (await page.text()).includes('<div id="root"'));
}

/**
 * A tenant of the demo pays in the sandbox, until the bank has paid.
 * @param mobile of the tenant; by default the operator. Once each: a second code would have to wait.
 * @returns the payout's id.
 */
export async function payOnce(port: number, mobile = "9000000002"): Promise<string> {
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
  const { id = "" } = await ask(port, "/payouts/initiate", { ...payout, ...authorisation }, token);
  const end = Date.now() + startSecondsMax * 1000;
  let status = "";
  while (status !== "success") {
    if (Date.now() > end || status === "failed") throw new Error(`The payout is ${status}`);
    await pause(500);
    ({ status = "" } = await ask(port, `/payouts/${id}`, undefined, token));
  }
  report("a first payout is paid", true);
  return id;
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
