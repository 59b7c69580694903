import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { nextApprovers } from "../approval-policies/progress.ts";
import { notifyApprovers } from "../approvals/notify-approvers.ts";
import { findWaiting, type Item, type Subject } from "../approvals/subject.ts";
import { forEachKind } from "./subjects.ts";

/** The next reminder names the rest. */
const atOnce = 1_000;

/**
 * Notifies of what nobody could approve, and someone can now. It waits for nothing that someone acts
 * on: the next step notifies again.
 */
export async function notifyUnblocked(db: Tx, tenantId: string): Promise<void> {
  const members = await listApprovers(db, tenantId);
  await forEachKind(async <T extends Item>(subject: Subject<T>) => {
    const isStuck = sql`tenant_id = ${tenantId} and stuck_since is not null`;
    const items = await findWaiting(db, subject, isStuck, { limit: atOnce, lock: true });
    const givenOf = await subject.readGiven(db, items);
    const unblocked = items
      .map((item) => ({ item, given: givenOf(item.id) }))
      .filter(
        ({ item, given }) => nextApprovers(subject.waitingOf(item, given), members).length > 0,
      );
    if (unblocked.length === 0) return;
    const ids = unblocked.map(({ item }) => item.id);
    await subject.update(db, ids, { stuck_since: null });
    await notifyApprovers(db, subject, unblocked, members);
  });
}
