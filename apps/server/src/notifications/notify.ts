import type { NotificationKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { newId } from "../ids.ts";

/** Something that a person should hear of. */
export interface Happening {
  readonly personId: string;
  readonly kind: NotificationKind;
  /** The payout, deposit, bank account or export that it is about. */
  readonly subjectId: string;
  /** What the sentence needs and no row tells: a file's name. */
  readonly detail?: string;
}

/**
 * Writes notifications, all in one statement, inside the transaction in which the things happen:
 * whoever moves a payout, deposit or account along does so once, under its lock, so each is told
 * of once.
 */
export async function notify(db: Tx, list: readonly Happening[]): Promise<void> {
  if (list.length === 0) return;
  // Made in one millisecond they are in no order among themselves; the list has one.
  const ids = list.map(newId).toSorted();
  await sql`
    insert into notifications (person_id, id, kind, subject_id, detail, created_at)
    select *, ${now()}::timestamptz
    from unnest(
      ${list.map(({ personId }) => personId)}::uuid[],
      ${ids}::uuid[],
      ${list.map(({ kind }) => kind)}::text[],
      ${list.map(({ subjectId }) => subjectId)}::uuid[],
      ${list.map(({ detail }) => detail ?? null)}::text[]
    )
  `.execute(db);
}
