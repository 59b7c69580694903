import { limits } from "@rokad/contract/limits";
import { parse } from "csv-parse/sync";
import { transaction } from "../apps/server/src/database/db.ts";
import type { Tenant } from "../apps/server/src/kernel/person.ts";
import { saveMany } from "../apps/server/src/payouts/beneficiaries/save-many.ts";
import { nextRevision } from "../apps/server/src/payouts/batches/change-rows.ts";
import { createBatch } from "../apps/server/src/payouts/batches/create-batch.ts";
import { createBatchPayouts } from "../apps/server/src/payouts/batches/create-payouts.ts";
import { showBatch } from "../apps/server/src/payouts/batches/describe-batches.ts";
import { readBatchFile } from "../apps/server/src/payouts/batches/read-batch-file.ts";
import { runBatch } from "../apps/server/src/payouts/batches/start-batch.ts";
import { lockBatch } from "../apps/server/src/payouts/batches/stored-batch.ts";
import { runBatchReference } from "./batch-reference.ts";
import { useProviders } from "../apps/server/src/providers/configured-providers.ts";
import { sandboxProvider } from "../apps/server/src/providers/sandbox/sandbox.ts";
import { createTenants, type BenchTenant } from "./create-tenants.ts";
import { perSecond, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";

const rows = Number(process.env.BENCH_BATCH_ROWS ?? limits.batchRowsMax);
/** Half of the rows pay saved accounts. */
const saved = Math.floor(rows / 2);
const savedAtOnce = 500;
const columns = { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3, remarks: 4 };

/**
 * One file of as many rows as a batch may have, half of them to saved accounts: read and checked in its
 * thread against csv-parse alone, stored with all that the database knows, and run against the same
 * payouts in 64-row statements.
 */
export function benchBatches(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const bank = sandboxProvider({ settleMs: 0 });
    useProviders({ primary: bank, alternative: bank });
    const [tenant, reference] = await createTenants(2);
    if (!tenant || !reference) throw new Error("There are no tenants");
    const person = personOf(tenant);
    await saveBeneficiaries(person);
    const bytes = Buffer.from(fileOf());
    const parsed = await secondsOf(async () => parse(bytes, { relax_column_count: true }));
    // The console asks for the columns first, which starts the process that reads.
    await readBatchFile(person.tenantId, { bytes });
    const read = await secondsOf(() => readBatchFile(person.tenantId, { bytes, columns }));
    const before = process.memoryUsage().rss;
    let id = "";
    const stored = await secondsOf(async () => {
      ({ id } = await createBatch(
        person,
        { fileName: "bench.csv", bytes },
        { columns },
        transaction,
      ));
    });
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    await skipAccountChecks(person, id);
    const { content_hash: hash, check } = await showBatch(person, id);
    if (check?.ready !== rows) throw new Error(`Only ${check?.ready} rows are ready`);
    const start = { content_hash: hash ?? "", funding: "whole", send_advices: false } as const;
    await runBatch(person, id, start, transaction);
    const ran = await secondsOf(async () => {
      while ((await createBatchPayouts()) > 0);
    });
    const referred = await runBatchReference(url, reference.id, rows);
    return [
      {
        key: "batch_read",
        name: `A file of ${rows.toLocaleString("en-IN")} rows read and checked`,
        reference: "csv-parse alone over the same file",
        measured: `${read.toFixed(2)} s`,
        referred: `${parsed.toFixed(2)} s`,
        ratio: read / parsed,
        goal: { atMost: 6 },
      },
      {
        key: "batch_stored",
        name: "The same file checked and stored, each row encrypted",
        reference: "csv-parse alone over the same file",
        measured: `${stored.toFixed(2)} s`,
        referred: `${parsed.toFixed(2)} s`,
        ratio: stored / parsed,
        goal: undefined,
        note: `memory grew by ${Math.round(grown)} MiB`,
      },
      {
        key: "batch_run",
        name: `A batch of ${rows.toLocaleString("en-IN")} rows run: all payouts created`,
        reference: "the same payouts in 64-row statements straight on PostgreSQL",
        measured: perSecond(rows / ran),
        referred: perSecond(referred),
        ratio: rows / ran / referred,
        goal: { atLeast: 0.6 },
      },
    ];
  });
}

/** A bank would be asked about each new account first, which is not measured here. */
function skipAccountChecks(person: Tenant, id: string): Promise<unknown> {
  return transaction(async (db) => {
    await db
      .updateTable("payout_batches")
      .set({ account_checks: "optional" })
      .where("id", "=", id)
      .execute();
    return nextRevision(db, await lockBatch(db, person.tenantId, id));
  });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

const accountOf = (at: number) => String(50_100_000_000_000 + at * 7_919);

function fileOf(): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Asha Rao,${accountOf(at)},HDFC0000001,2.00,Invoice ${at}`,
  );
  return ["Name,Account number,IFSC,Amount,Remarks", ...lines].join("\n");
}

async function saveBeneficiaries(person: Tenant): Promise<void> {
  for (let from = 0; from < saved; from += savedAtOnce) {
    const forms = Array.from({ length: Math.min(savedAtOnce, saved - from) }, (_, at) => ({
      name: "Asha Rao",
      kind: "employee" as const,
      tags: [],
      destination: {
        method: "imps" as const,
        account_number: accountOf(from + at),
        ifsc_code: "HDFC0000001",
      },
      otherDestinations: [],
    }));
    await transaction((db) => saveMany(db, person, forms));
  }
}

function personOf({ id }: BenchTenant): Tenant {
  return {
    tenantId: id,
    sessionId: id,
    name: "Bench",
    mobile: "9000000002",
    role: "operator",
    features: ["bulk_payouts", "create_payout"],
    allowedProviders: ["primary"],
    member: { id, name: "Bench", mobile: "9000000002", roles: ["owner"] },
  };
}
