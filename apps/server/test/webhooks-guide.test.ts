// The guarantee: every code block of docs/integrate/webhooks.md runs, in its order, from an empty
// folder, and the receiver of the guide accepts what Rokad sends and refuses what it did not.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inNetworks } from "../src/kernel/network-list.ts";
import { useWebhookNetworks } from "../src/tenants/webhooks/reachable-addresses.ts";
import { until } from "./disturbances.ts";
import { freePort } from "./free-port.ts";
import { blocksOf, fileNameOf, runShell } from "./guide-blocks.ts";
import { newKey, sendingForm } from "./key-world.ts";
import { numberAllEvents } from "./number-all-events.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let folder: string;
let env: Record<string, string>;
let receiver: ChildProcess | undefined;

beforeAll(async () => {
  world = await openWorld();
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  const owner = await world.operator({ wallet: "₹10,000" });
  const form = sendingForm({ scopes: ["payouts:read", "payouts:send", "webhooks:write"] });
  const { secret } = await newKey(world, owner, form);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  const receiverPort = await freePort();
  folder = await mkdtemp(join(tmpdir(), "webhooks-"));
  env = {
    ROKAD_URL: `http://127.0.0.1:${port}`,
    ROKAD_KEY: secret,
    PORT: String(receiverPort),
    RECEIVER_URL: `http://127.0.0.1:${receiverPort}`,
  };
});
afterAll(async () => {
  receiver?.kill();
  useWebhookNetworks(undefined);
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** Starts the receiver as the guide does; the shell that the guide starts it in would outlive the test. */
async function startReceiver(code: string): Promise<void> {
  receiver = spawn(
    "sh",
    ["-ec", code.replace(/node receiver/, "exec node receiver").replace("&\n", "\n")],
    {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: "ignore",
    },
  );
  await until(() =>
    fetch(env["RECEIVER_URL"] ?? "", { method: "POST" }).then(
      ({ status }) => status === 401,
      () => false,
    ),
  );
}

test("every code block of the guide runs, and the receiver gets the events", async () => {
  const outputs: string[] = [];
  for (const block of await blocksOf("webhooks")) {
    const { language, code } = block;
    if (language === "js") {
      await writeFile(join(folder, fileNameOf(block)), code);
      continue;
    }
    expect(language).toBe("sh");
    // The reader's own values, which the test has already.
    if (code.includes("export ROKAD_KEY")) continue;
    if (code.includes("node receiver.mjs")) {
      await startReceiver(code);
      continue;
    }
    outputs.push(await runShell(code, { folder, env }));
    await numberAllEvents();
    await world.work();
  }
  const log = join(folder, "received.log");
  await until(async () => (await readFile(log, "utf8")).includes("payout.returned"));
  expect(await readFile(log, "utf8")).toMatch(/webhook\.test[^]*payout\.success/);
  const [created = "", tested = "", checked = "", chosen = "", resent = "", events = ""] = outputs;
  expect(created).toBe("");
  expect(JSON.parse(tested)).toMatchObject({ message: "Test event sent" });
  const { steps } = (JSON.parse(checked) as { data: { steps: { is_ok: boolean }[] } }).data;
  expect(steps.map((step) => step.is_ok)).toEqual([true, true, true, true, true]);
  expect(JSON.parse(chosen)).toMatchObject({ data: { outcome: "returned" } });
  expect(JSON.parse(resent)).toMatchObject({ success: true });
  const { data } = JSON.parse(events) as { data: { type: string }[] };
  expect(data.map(({ type }) => type)).toContain("payout.returned");
});
