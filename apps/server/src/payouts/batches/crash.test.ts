// The guarantee: a batch whose server is killed again and again pays each of its rows once.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batchColumns } from "../../../test/batch-world.ts";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { until } from "../../../test/disturbances.ts";
import { openTestKeys } from "../../../test/encryption-key.ts";
import { killableServer } from "../../../test/killable-server.ts";
import { openPayers, type OpenPayer } from "../../../test/open-payers.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { issueToken } from "../../identity/signatures/verify-step-up.ts";
import { useSecret } from "../../kernel/app-secret.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { verifyBatches } from "./verify-batches.ts";

const kills = 10;
const rowCount = 3_000;
const secret = "batch-batch-batch-batch-batch-batch-";

let server: Awaited<ReturnType<typeof killableServer>>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  const { url } = clone;
  ({ drop } = clone);
  server = await killableServer({ url, secret, leaseSeconds: 1 });
  openDatabase(url, { connections: 4 });
  useSecret(secret);
  await openTestKeys();
});

afterAll(async () => {
  await server?.kill();
  await closeDatabase();
  await drop();
});

async function post(payer: OpenPayer, path: string, body: object, token?: string) {
  const answer = await fetch(`${server.origin}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${payer.token}`,
      ...(token !== undefined && { "step-up": token }),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as {
    data: { id: string; content_hash: string };
    error?: { step_up?: { id: string } };
  };
}

/** Uploads, signs and starts a batch of small payouts to UPI IDs, every tenth of which fails. */
async function startBatch(payer: OpenPayer): Promise<string> {
  const rows = Array.from({ length: rowCount }, (_, at) =>
    at % 10 === 9 ? "Asha Rao,failure@upi,2" : `Asha Rao,payee${at}@upi,2`,
  );
  const { data } = await post(payer, "/payout-batches", {
    file_name: "many.csv",
    content: Buffer.from(["Name,UPI ID,Amount", ...rows].join("\n")).toString("base64"),
    columns: { beneficiary_name: batchColumns.beneficiary_name, upi_id: 1, amount: 2 },
  });
  const path = `/payout-batches/${data.id}/run`;
  const body = { content_hash: data.content_hash, funding: "whole" };
  const asked = await post(payer, path, body);
  const { token } = await issueToken(asked.error?.step_up?.id ?? "");
  await post(payer, path, body, token);
  return data.id;
}

interface Progress {
  readonly state: string;
  readonly created: number;
  readonly left: number;
  readonly ended: number;
}

async function progressOf(id: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select payout_batches.state, count(payout_id)::int as created,
      count(*) filter (where batch_rows.state = 'ready')::int as left,
      (select count(*)::int from finished_payouts) as ended
    from payout_batches join batch_rows on batch_id = payout_batches.id
    where payout_batches.id = ${id} group by payout_batches.id
  `.execute(database());
  return rows[0] ?? { state: "", created: 0, left: 0, ended: 0 };
}

/** Waits until the batch has come that far, as long as payouts are still created or end. */
async function untilBatch(id: string, isThere: (progress: Progress) => boolean): Promise<Progress> {
  let seen = await progressOf(id);
  await until(
    async () => isThere((seen = await progressOf(id))),
    () => seen.created + seen.ended,
  );
  return seen;
}

test(`killed ${kills} times while it creates payouts, a batch pays each row once`, async () => {
  const [payer] = await openPayers(1);
  if (!payer) throw new Error("There is no payer");
  // The rows are about payouts: no bank is asked who owns so many accounts.
  await saveSetting("account_checks_per_hour", 0);
  await server.start();
  const id = await startBatch(payer);
  let killedAtWork = 0;
  for (let round = 0; round < kills; round += 1) {
    if (round > 0) await server.start();
    const { created: before } = await progressOf(id);
    const { left } = await untilBatch(id, (now) => now.created > before || now.left === 0);
    if (left > 0) killedAtWork += 1;
    await server.kill();
  }
  await server.start();
  await untilBatch(id, ({ state }) => state === "finished");
  await server.kill();

  expect(killedAtWork).toBe(kills);
  const { rows } = await sql<{ status: string; count: number; references: number }>`
    select status, count(*)::int as count, count(distinct reference_id)::int as references
    from payouts where tenant_id = ${payer.id} group by status order by status
  `.execute(database());
  expect(rows).toEqual([
    { status: "failed", count: rowCount / 10, references: rowCount / 10 },
    { status: "success", count: (rowCount / 10) * 9, references: (rowCount / 10) * 9 },
  ]);
  const { rows: transfers } = await sql<{ count: number }>`
    select count(*)::int as count from sandbox_bank.transfers where state = 'success'
  `.execute(database());
  expect(transfers[0]?.count).toBe((rowCount / 10) * 9);
  expect(await verifyBatches(database())).toEqual([]);
  expect(await verifyBooks(database())).toEqual([]);
});
