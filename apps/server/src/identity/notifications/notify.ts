import type { NotificationKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { newId } from "../../kernel/ids.ts";

/** A notification to create. */
export interface NewNotification {
  readonly personId: string;
  readonly kind: NotificationKind;
  /** The payout, deposit, bank account or export that it concerns. */
  readonly subjectId: string;
  /** Text for the message that no table stores, such as a file name. */
  readonly detail?: string;
}

/**
 * Inserts notifications in one statement, in the transaction of the change that they report. Each
 * change happens once under its row lock, so each person gets one notification of it.
 */
export async function notify(db: Tx, list: readonly NewNotification[]): Promise<void> {
  if (list.length === 0) return;
  // Ids of one millisecond are in random order; sorting gives them the list's order.
  const ids = list.map(newId).toSorted();
  const rows = list.map(({ personId, kind, subjectId, detail = null }, at) => ({
    person_id: personId,
    id: ids[at] ?? null,
    kind,
    subject_id: subjectId,
    detail,
  }));
  await sql`
    insert into notifications (${columnList(columns)}, created_at)
    select *, ${now()}::timestamptz from ${unnestRows("added", columns, rows)}
  `.execute(db);
}

const columns = {
  person_id: "uuid",
  id: "uuid",
  kind: "text",
  subject_id: "uuid",
  detail: "text",
} as const;
