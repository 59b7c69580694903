import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Subject } from "../approvals/subject.ts";
import { phraseOf } from "../phrase-of.ts";
import { readApprovals, waitingOf } from "../approval-policies/read-approvals.ts";
import { type StoredRequest } from "./stored-request.ts";

/** Payment requests among what waits for approvals. */
export const requestSubject: Subject<StoredRequest> = {
  kind: "request",
  table: "payment_requests",
  columns: sql`*`,
  isInTime: () => sql`expires_at > ${now()}`,
  waitingOf,
  titleOf: phraseOf,
  amountOf: async (_db, { amount_paise: paise }) => paise,
  readGiven: readApprovals,
  update: async (db, ids, columns) => {
    await db.updateTable("payment_requests").set(columns).where("id", "in", ids).execute();
  },
};
