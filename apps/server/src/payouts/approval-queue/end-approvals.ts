import { sql, type RawBuilder } from "kysely";
import { database, transaction, type Tx } from "../../database/db.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { expire, returnOutdated } from "../approvals/decide.ts";
import { findWaiting, type DraftItem, type DraftSubject } from "../approvals/subject.ts";
import { forEachDraftKind } from "./subjects.ts";

const atOnce = 50;
const daySeconds = 24 * 60 * 60;

/**
 * Makes batches and schedules drafts again that were not approved in time, as requests expire.
 * @returns how many.
 */
export async function expireApprovals(): Promise<number> {
  const { payment_request_days: days } = await readSettings();
  const isOver = sql`submitted_at <= ${secondsFromNow(-days * daySeconds)}`;
  const counts = await forEachDraftKind((subject) =>
    endEach(subject, isOver, (db, item) => expire(db, subject, item, days)),
  );
  return sumOf(counts);
}

/**
 * The same for those whose payees or charges changed since, before more people approve them.
 * @returns how many.
 */
export async function returnOutdatedApprovals(): Promise<number> {
  const counts = await forEachDraftKind(async (subject) =>
    endEach(subject, await subject.isOutdated(), (db, item) => returnOutdated(db, subject, item)),
  );
  return sumOf(counts);
}

/** Closes the race with an approval: both lock the item, and the second sees what the first decided. */
async function endEach<T extends DraftItem>(
  subject: DraftSubject<T>,
  where: RawBuilder<unknown>,
  end: (db: Tx, item: T) => Promise<void>,
): Promise<number> {
  const found = await findWaiting(database(), subject, where, { limit: atOnce });
  const counts: number[] = [];
  for (const { id, tenant_id: tenantId } of found)
    counts.push(
      await transaction(async (db) => {
        await subject.lock(db, tenantId, id);
        const [item] = await findWaiting(db, subject, sql`id = ${id} and ${where}`);
        if (item) await end(db, item);
        return item ? 1 : 0;
      }),
    );
  return sumOf(counts);
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
