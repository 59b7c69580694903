import type { DraftItem, DraftSubject, Item, Subject } from "../approvals/subject.ts";
import { batchSubject } from "../batches/batch-subject.ts";
import { requestSubject } from "../requests/request-subject.ts";
import { scheduleSubject } from "../schedules/schedule-subject.ts";

/** Does the same for each kind of what waits for approvals. @returns the answers, in a fixed order. */
export async function forEachKind<R>(
  work: <T extends Item>(subject: Subject<T>) => Promise<R>,
): Promise<R[]> {
  return [await work(requestSubject), await work(batchSubject), await work(scheduleSubject)];
}

/** The same for the kinds that become drafts again. */
export async function forEachDraftKind<R>(
  work: <T extends DraftItem>(subject: DraftSubject<T>) => Promise<R>,
): Promise<R[]> {
  return [await work(batchSubject), await work(scheduleSubject)];
}
