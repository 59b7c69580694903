// The guarantee: every code block of these guides in docs/integrate runs, in its order, from an empty
// folder, and the server does what the page says.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { blocksOf, fileNameOf, runShell, whileBankWorks } from "./guide-blocks.ts";
import { newKey, sendingForm } from "./key-world.ts";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let owner: SignedIn;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(async () => {
  owner = await world.operator({ wallet: "₹10,000" });
  const { secret } = await newKey(world, owner, sendingForm());
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "guide-"));
  env = { ROKAD_URL: `http://127.0.0.1:${port}`, ROKAD_KEY: secret };
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(() => world.close());

/** Runs a guide; JSON blocks become the file that the guide's last command reads. */
async function run(guide: string, jsonFile = ""): Promise<string[]> {
  const outputs: string[] = [];
  for (const block of await blocksOf(guide)) {
    const { language, code } = block;
    if (language === "js") await writeFile(join(folder, fileNameOf(block)), code);
    else if (language === "json") await writeFile(join(folder, jsonFile), code);
    // The reader's own values, which the test has already.
    else if (!code.includes("export ROKAD_KEY"))
      outputs.push(await whileBankWorks(world, () => runShell(code, { folder, env })));
  }
  return outputs;
}

async function amountsPaid(): Promise<number[]> {
  const { body } = await owner.get("/payouts");
  return body.data.map(({ amount }) => amount.amount);
}

test("idempotency: a repeat, a reused key, a used reference, and one payout in the end", async () => {
  const [, twice = "", reused = "", sameReference = "", found = ""] = await run("idempotency");
  const ids = [...twice.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
  expect(twice.match(/^idempotency-replayed: true/gim)).toHaveLength(1);
  expect(reused).toContain('"IDEMPOTENCY_KEY_REUSED"');
  expect(JSON.parse(sameReference)).toMatchObject({
    error: { code: "CLIENT_REFERENCE_USED", fields: { id: ids[0] } },
  });
  expect(JSON.parse(found)).toMatchObject({ data: { id: ids[0] } });
  expect(await amountsPaid()).toEqual([2_500]);
});

test("from RazorpayX: a composite payout arrives with all that has a counterpart", async () => {
  const [sent] = await run("from-razorpayx", "payout.json");
  expect(sent).toBe("INV-301: pending, 150615 paise with fee and GST\n");
  await world.work();
  const { body } = await owner.get("/payouts");
  const [first] = body.data;
  expect(first).toMatchObject({
    status: "success",
    method: "imps",
    beneficiary_name: "Asha Rao",
    account_number: "123456789012",
    amount: { amount: 1_500_25 },
    purpose: "vendor_bill",
  });
  const { body: detail } = await owner.get(`/payouts/${first?.id}`);
  expect(detail.data).toMatchObject({
    remarks: "Invoice 301",
    program: { client_reference: "INV-301", metadata: { order: "301" } },
  });
});

test("going live: the key and what would refuse a payout are asked, and nothing is sent", async () => {
  const [self = "", validated = ""] = await run("going-live");
  expect(JSON.parse(self)).toMatchObject({ data: { your_address: "127.0.0.1" } });
  expect(JSON.parse(validated)).toMatchObject({ data: { is_sendable: true, problems: [] } });
  expect(await amountsPaid()).toEqual([]);
});
