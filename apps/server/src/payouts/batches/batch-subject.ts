import { sql } from "kysely";
import type { DraftSubject } from "../approvals/subject.ts";
import { nextRevision } from "./change-rows.ts";
import { assertContent, hasOutdatedRow, readAmounts, startApproved } from "./start-batch.ts";
import {
  assertCan,
  batchChanged,
  lockBatch,
  lockOwnBatch,
  readBatchApprovals,
  waitingOf,
  type StoredBatch,
} from "./stored-batch.ts";

/** Batches among what waits for approvals. */
export const batchSubject: DraftSubject<StoredBatch> = {
  kind: "batch",
  table: "payout_batches",
  columns: sql`*`,
  waitingOf,
  titleOf: ({ file_name: name }) => name,
  amountOf: async (db, { id }) => {
    const { rows } = await sql<{ paise: bigint }>`
      select coalesce(sum(amount_paise), 0)::bigint as paise from batch_rows
      where batch_id = ${id} and state = 'ready'
    `.execute(db);
    return rows[0]?.paise ?? 0n;
  },
  readGiven: readBatchApprovals,
  lock: lockBatch,
  lockOwn: lockOwnBatch,
  assertCan,
  assertContent: (batch, hash) => assertContent(batch, { content_hash: hash }),
  changed: batchChanged,
  isOutdated: hasOutdatedRow,
  readPayable: readAmounts,
  insertApproval: async (db, { id, revision }, approval) => {
    await db
      .insertInto("batch_approvals")
      .values({ batch_id: id, revision, ...approval })
      .execute();
  },
  start: startApproved,
  renew: async (db, batch) => {
    await nextRevision(db, batch);
  },
  update: async (db, ids, columns) => {
    await db.updateTable("payout_batches").set(columns).where("id", "in", ids).execute();
  },
};
