import type { Tx } from "../../database/db.ts";
import { notify } from "../../identity/notifications/notify.ts";
import {
  describeReturn,
  draftColumns,
  type ReturnToDraft,
} from "../approval-policies/return-to-draft.ts";
import { phraseOf } from "./phrase.ts";
import {
  encryptOrder,
  hashContent,
  newNonce,
  sealedOrderOf,
  updateSchedule,
  type StoredSchedule,
} from "./stored-schedule.ts";

/** Makes a locked schedule that waits a draft again. */
export async function takeBack(
  db: Tx,
  schedule: StoredSchedule,
  why: ReturnToDraft,
): Promise<void> {
  // Another hash, so that approvals so far no longer count.
  const sealed = { ...sealedOrderOf(schedule), nonce: newNonce() };
  await updateSchedule(db, schedule.id, {
    ...draftColumns(why),
    order_sealed: encryptOrder(schedule.id, sealed),
    content_hash: hashContent({ ...schedule, ...sealed }),
  });
  const detail = describeReturn(phraseOf(schedule), why);
  await notify(db, [
    { personId: schedule.tenant_id, kind: "schedule_returned", subjectId: schedule.id, detail },
  ]);
}
