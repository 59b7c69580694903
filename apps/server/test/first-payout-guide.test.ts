// The guarantee: every code block of docs/integrate/first-payout.md runs, in its order, from an empty
// folder, and sends what it says.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  owner = await world.operator({ wallet: "₹10,000" });
  const limits = { per_payout: 1_000, per_day: 5_000 };
  const { secret } = await newKey(world, owner, sendingForm({ limits }));
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "first-payout-"));
  env = { ROKAD_URL: `http://127.0.0.1:${port}`, ROKAD_KEY: secret };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

test("every code block of the guide runs and sends what it says", async () => {
  const outputs: string[] = [];
  for (const block of await blocksOf("first-payout")) {
    const { language, code } = block;
    if (language === "js") {
      await writeFile(join(folder, fileNameOf(block)), code);
      continue;
    }
    expect(language).toBe("sh");
    // The reader's own values, which the test has already.
    if (code.includes("export ROKAD_KEY")) continue;
    outputs.push(await whileBankWorks(world, () => runShell(code, { folder, env })));
    if (code.includes("first-payout-1")) outputs.push(await runShell(code, { folder, env }));
  }
  const [self = "", first = "", repeated = "", program = ""] = outputs;
  expect(JSON.parse(self)).toMatchObject({ data: { name: "ERP", mode: "test" } });
  expect(JSON.parse(first)).toMatchObject({
    data: { status: "pending", client_reference: "INV-118", total: { amount: 1_590 } },
  });
  const idOf = (text: string) => (JSON.parse(text) as { data: { id: string } }).data.id;
  expect(idOf(repeated)).toBe(idOf(first));
  expect(program).toMatch(/^INV-119: success, UTR \S+$/m);
  const { body } = await owner.get("/payouts");
  expect(body.data.map(({ amount }) => amount.amount)).toEqual([2_500, 1_000]);
});
