// The guarantee: every code block of docs/integrate/bulk.md runs, in its order, with the packed command
// line, and its rows are paid once a person approved them.
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listPayoutBatches } from "@rokad/contract/payout-batches";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packCli } from "../../../scripts/pack-program.ts";
import { openBatchWorld, partsOf, type BatchWorld } from "./batch-world.ts";
import { blocksOf, runShell, whileBankWorks } from "./guide-blocks.ts";
import { keyForm, newKey } from "./key-world.ts";
import type { SignedIn } from "./signed-in.ts";

let world: BatchWorld;
let owner: SignedIn;
let approver: SignedIn;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  world = await openBatchWorld();
  ({ owner, approver } = await world.team({ wallet: "₹1,00,000" }));
  const { secret } = await newKey(
    world,
    owner,
    keyForm({ scopes: ["payouts:read", "payouts:request"] }),
  );
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = world.app.server.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), "bulk-guide-"));
  env = {
    ROKAD_URL: `http://127.0.0.1:${port}`,
    ROKAD_API_KEY: secret,
    npm_config_offline: "true",
    npm_config_loglevel: "notice",
  };
  const archive = await packCli(folder);
  await runShell(`npm install "${archive}"`, { folder, env });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

const newestBatch = async () =>
  (await owner.ask(listPayoutBatches, { query: { page: 1, limit: 1 } })).data[0];

test("every code block of the guide runs, and each row is paid once", async () => {
  const outputs: string[] = [];
  let before = "";
  for (const { language, code } of await blocksOf("bulk")) {
    expect(language).toBe("sh");
    if (code.includes("bulk watch")) {
      const batch = await newestBatch();
      expect(await world.payoutCount(owner)).toBe(0);
      const content = { content_hash: batch?.content_hash };
      await approver.post(`/payout-batches/${batch?.id}/approve`, content);
    }
    // Each block goes on in the shell of the one before.
    const script = `${before}${code}`;
    outputs.push(
      await whileBankWorks({ work: world.workBatches }, () => runShell(script, { folder, env })),
    );
    before = code.startsWith("BATCH=") ? `${code.split("\n")[0]}\n` : before;
  }
  const [, checked, , submitted, watched] = outputs;
  expect(checked).toMatch(/^2 rows ready, 1 wrong, 1 repaired$/m);
  expect(checked).toMatch(/^ +4 {2}Meera Iyer +0\.50 {2}\S/m);
  expect(submitted).toMatch(/^3 rows, ₹64,500\.50: Waits for /);
  expect(watched).toMatch(/^finished: 3 of 3 paid \(₹64,500\.50\)$/m);
  const batch = await newestBatch();
  expect(batch && partsOf(batch)).toMatchObject({ total: [3, 64_500.5], paid: [3, 64_500.5] });
  expect(await world.payoutCount(owner)).toBe(3);
  await world.checkBatches();
});

test("a batch that is submitted twice is submitted once, and both commands succeed", async () => {
  await runShell(`printf 'Name,UPI ID,Amount\\nAsha,asha@okhdfc,12\\n' > three.csv`, {
    folder,
    env,
  });
  const { id } = JSON.parse(
    await runShell("npx rokad bulk check three.csv --json", { folder, env }),
  ) as { id: string };
  const submit = () => runShell(`npx rokad bulk submit ${id}`, { folder, env });
  const first = await submit();
  expect(first).toMatch(/^1 row, ₹12\.00: Waits for /);
  expect(await submit()).toBe(first);
});

test("a script learns from the exit code what became of a batch", async () => {
  const exitOf = (code: string) =>
    whileBankWorks({ work: world.workBatches }, () =>
      runShell(`set +e\n{ ${code}; } 2>&1\necho "exit $?"`, { folder, env }),
    );
  expect(await exitOf("npx rokad bulk check missing.csv")).toMatch(/can't be read.*\nexit 2\n$/s);
  // The same file again, once its batch ended, with its idempotency key.
  expect(await exitOf("npx rokad bulk check salaries.csv")).toMatch(/3 of 3 paid.*\nexit 0\n$/s);
  await runShell(`printf 'Name,UPI ID,Amount\\nAsha,fail@okhdfc,10\\n' > one.csv`, { folder, env });
  const draft = JSON.parse(
    await runShell("npx rokad bulk check one.csv --json", { folder, env }),
  ) as { id: string };
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "Not due" });
  expect(await exitOf(`npx rokad bulk watch ${draft.id}`)).toMatch(/1 cancelled.*\nexit 5\n$/s);
  expect(await exitOf(`npx rokad bulk submit ${draft.id}`)).toMatch(/exit 1\n$/);
});

test("a file is one batch under any name, and a new draft once a person cancelled the one before", async () => {
  const checked = async (file: string) =>
    JSON.parse(await runShell(`npx rokad bulk check ${file} --json`, { folder, env })) as {
      id: string;
      state: string;
    };
  await runShell(
    `printf 'Name,UPI ID,Amount\\nAsha,asha@okhdfc,11\\n' > two.csv; cp two.csv renamed.csv`,
    { folder, env },
  );
  const first = await checked("two.csv");
  expect(await checked("renamed.csv")).toEqual(first);
  await owner.post(`/payout-batches/${first.id}/cancel`, { reason: "Not due" });
  const second = await checked("two.csv");
  expect([second.state, second.id === first.id]).toEqual(["draft", false]);
  expect(await checked("two.csv")).toEqual(second);
  expect(await checked("renamed.csv")).toEqual(second);
});
