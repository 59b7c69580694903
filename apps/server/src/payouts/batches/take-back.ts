import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import {
  describeReturn,
  draftColumns,
  type ReturnToDraft,
} from "../approval-policies/return-to-draft.ts";
import { nextRevision } from "./change-rows.ts";
import type { StoredBatch } from "./stored-batch.ts";

/** Makes a locked batch that waits a draft again. Its approvals no longer count. */
export async function takeBack(db: Tx, batch: StoredBatch, why: ReturnToDraft) {
  await nextRevision(db, batch);
  await db
    .updateTable("payout_batches")
    .set(draftColumns(why))
    .where("id", "=", batch.id)
    .execute();
  const detail = describeReturn(batch.file_name, why);
  await notify(db, [
    { personId: batch.tenant_id, kind: "batch_returned", subjectId: batch.id, detail },
  ]);
}
