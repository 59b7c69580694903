import type { Input } from "@rokad/contract/call";
import type { BatchColumns } from "@rokad/contract/batch-columns";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { getPayoutBatch, listBatchRows } from "@rokad/contract/payout-batches";
import { sql } from "kysely";
import { expect } from "vitest";
import { createBatchPayouts } from "../src/payouts/batches/create-payouts.ts";
import { finishBatches, resumeFundedBatches } from "../src/payouts/batches/finish-batches.ts";
import { verifyBatches } from "../src/payouts/batches/verify-batches.ts";
import { database } from "../src/database/db.ts";
import { openApprovalWorld } from "./approval-world.ts";
import { runDueJobs } from "./run-due-jobs.ts";
import type { SignedIn } from "./signed-in.ts";

export type BatchWorld = Awaited<ReturnType<typeof openBatchWorld>>;

export const batchColumns: BatchColumns = {
  beneficiary_name: 0,
  account_number: 1,
  ifsc_code: 2,
  amount: 3,
};

/** The world of approvals with files of payouts. */
export async function openBatchWorld() {
  const world = await openApprovalWorld();

  /** A file with a row for each amount in rupees, to accounts of their own. */
  function csvOf(amounts: readonly (number | string)[]): string {
    const rows = amounts.map(
      (amount) => `Asha Rao,${world.newAccountNumber()},HDFC0000001,${amount}`,
    );
    return ["Name,Account number,IFSC,Amount", ...rows].join("\n");
  }

  const uploadOf = (csv: string, fileName = "salaries.csv") => ({
    file_name: fileName,
    content: Buffer.from(csv).toString("base64"),
    columns: batchColumns,
  });

  const read = async (by: SignedIn, id: string): Promise<PayoutBatchDetail> =>
    (await by.ask(getPayoutBatch, { params: { id } })).data;

  /** Checks the new accounts of a draft. @returns it with the results. */
  async function checkAccounts(by: SignedIn, batch: PayoutBatchDetail): Promise<PayoutBatchDetail> {
    if (batch.account_checks?.state !== "due" || batch.account_checks.left === 0) return batch;
    const { status, text } = await by.post(`/payout-batches/${batch.id}/account-checks`);
    if (status !== 200) throw new Error(text);
    await runDueJobs();
    return read(by, batch.id);
  }

  return {
    ...world,
    csvOf,
    uploadOf,
    readBatch: read,
    rowsOf: async (
      by: SignedIn,
      id: string,
      view: Input<typeof listBatchRows>["query"]["view"] = "all",
    ) => (await by.ask(listBatchRows, { params: { id }, query: { view, limit: 100 } })).data,

    checkAccounts,
    /** Uploads a file and checks its new accounts. */
    async draft(by: SignedIn, csv: string, fileName?: string): Promise<PayoutBatchDetail> {
      const { status, body, text } = await by.post("/payout-batches", uploadOf(csv, fileName));
      if (status !== 201) throw new Error(text);
      return checkAccounts(by, body.data);
    },
    /** Checks what is unchecked, then signs and starts a batch as it is now. */
    async run(by: SignedIn, { id }: Pick<PayoutBatchDetail, "id">, funding = "whole") {
      await checkAccounts(by, await read(by, id));
      const { content_hash } = await read(by, id);
      return by.post(`/payout-batches/${id}/run`, { content_hash, funding });
    },
    /** Creates what can be created now, lets the banks pay, and ends what is done. */
    async workBatches(): Promise<void> {
      await resumeFundedBatches();
      while ((await createBatchPayouts()) > 0);
      await world.work();
      await finishBatches();
    },
    payoutCount: async (by: SignedIn) => {
      const { rows } = await sql<{ count: bigint }>`
        select count(*) from payouts where tenant_id = ${by.id}
      `.execute(database());
      return Number(rows[0]?.count);
    },
    /** Compares books, approvals and batches with each other. */
    async checkBatches(): Promise<void> {
      expect(await verifyBatches(database())).toEqual([]);
      await world.check();
    },
  };
}

/** The parts of a batch's progress, as counts and rupees. */
export function partsOf({ progress }: Pick<PayoutBatchDetail, "progress">) {
  const parts = Object.entries(progress ?? {}).map(([name, { count, amount }]) => [
    name,
    [count, amount.amount / 100],
  ]);
  return Object.fromEntries(parts) as Record<string, [number, number]>;
}
