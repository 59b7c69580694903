import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Waiting } from "../approval-policies/progress.ts";
import { findWaiting, waitsSince, type Item, type Subject } from "../approvals/subject.ts";
import { forEachKind } from "./subjects.ts";

/** Something that waits for approvals. */
interface WaitingEntry {
  readonly kind: Subject<Item>["kind"];
  readonly id: string;
  /** `₹4,50,000.00 to Asha Rao`, or the name of a file. */
  readonly title: string;
  readonly since: Date;
  readonly waiting: Waiting;
  /** In paise, without charges; of a schedule, each time. */
  readonly readAmount: () => Promise<bigint>;
}

/** Bounds what one query for the requests, batches or schedules of a business reads. */
const waitingMax = 1_000;

/** All that waits for approvals in a business. */
export async function readWaiting(db: Db, tenantId: string): Promise<WaitingEntry[]> {
  const kinds = await forEachKind(async <T extends Item>(subject: Subject<T>) => {
    const isTheirs = sql`tenant_id = ${tenantId}`;
    const items = await findWaiting(db, subject, isTheirs, { limit: waitingMax });
    const givenOf = await subject.readGiven(db, items);
    return items.map((item) => ({
      kind: subject.kind,
      id: item.id,
      title: subject.titleOf(item),
      since: waitsSince(item),
      waiting: subject.waitingOf(item, givenOf(item.id)),
      readAmount: () => subject.amountOf(db, item),
    }));
  });
  return kinds.flat();
}
