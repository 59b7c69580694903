import type { DraftSubject } from "../approvals/subject.ts";
import { phraseOf } from "../phrase-of.ts";
import { isScheduleOutdated } from "./pause-outdated.ts";
import { activate, assertDestinationPayable } from "./start-schedule.ts";
import {
  assertCan,
  assertContent,
  encryptOrder,
  hashContent,
  lockSchedule,
  newNonce,
  readScheduleApprovals,
  scheduleChanged,
  scheduleColumns,
  decryptOrder,
  signedOrderOf,
  updateSchedule,
  waitingOf,
  type StoredSchedule,
} from "./stored-schedule.ts";

/** Versions of schedules among what waits for approvals. */
export const scheduleSubject: DraftSubject<StoredSchedule> = {
  kind: "schedule",
  table: "payout_schedules",
  columns: scheduleColumns,
  waitingOf,
  titleOf: phraseOf,
  amountOf: async (_db, { amount_paise: paise }) => paise,
  readGiven: readScheduleApprovals,
  lock: async (db, tenantId, id) => (await lockSchedule(db, tenantId, id)).schedule,
  lockOwn: async (db, person, id) => (await lockSchedule(db, person.tenantId, id)).schedule,
  assertCan,
  assertContent,
  changed: scheduleChanged,
  isOutdated: isScheduleOutdated,
  readPayable: async (db, schedule) => {
    signedOrderOf(schedule);
    await assertDestinationPayable(db, schedule);
    return [schedule];
  },
  insertApproval: async (db, { id }, approval) => {
    await db
      .insertInto("schedule_approvals")
      .values({ schedule_id: id, ...approval })
      .execute();
  },
  start: async (db, person, { id }) => {
    const { schedule, running } = await lockSchedule(db, person.tenantId, id);
    await activate(db, person, schedule, running);
  },
  renew: async (db, schedule) => {
    const stored = { ...decryptOrder(schedule), nonce: newNonce() };
    await updateSchedule(db, schedule.id, {
      order_encrypted: encryptOrder(schedule.id, stored),
      content_hash: hashContent({ ...schedule, ...stored }),
    });
  },
  update: async (db, ids, columns) => {
    await db.updateTable("payout_schedules").set(columns).where("id", "in", ids).execute();
  },
};
