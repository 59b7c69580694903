import { transaction, type Tx } from "../../database/db.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { tenantClosing } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import type { Member } from "../approval-policies/assess-policy.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import { submitDraft } from "../approvals/decide.ts";
import { findBatchApproval } from "./batch-approval.ts";
import { batchSubject } from "./batch-subject.ts";
import { addPreparer } from "./change-rows.ts";
import { assertContent, outdated, updateOutdated, type Start } from "./start-batch.ts";
import { assertCan, batchChanged, lockOwnBatch } from "./stored-batch.ts";

/**
 * Submits a draft: from now on its rows stay as they are.
 * @throws 404; 409 `BATCH_CHANGED`, `BATCH_NOT_READY`, `TENANT_CLOSING`; 422
 *   `POLICY_NOT_SATISFIABLE`.
 */
export async function submitBatch(person: Tenant, id: string, start: Start): Promise<void> {
  if (start.send_advices) await assertAdvicesOn(person);
  const error = await transaction(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    return submitLocked(db, person, { id, start, members });
  });
  if (error) throw batchChanged(error);
}

interface Submission {
  readonly id: string;
  readonly start: Start;
  /** Locked, before the batch. */
  readonly members: readonly Member[];
  /** For the audit log, if the product submits it in the person's name. */
  readonly by?: null;
}

/**
 * Submits a draft within a transaction.
 * @returns why not, if a fee or a beneficiary changed: the draft has new figures then.
 * @throws as `submitBatch`.
 */
export async function submitLocked(
  db: Tx,
  person: Tenant,
  { id, start, ...submission }: Submission,
): Promise<string | undefined> {
  const batch = await lockOwnBatch(db, person, id);
  assertCan(batch, "submit");
  assertContent(batch, start);
  if (await updateOutdated(db, person, batch)) return outdated;
  if ((await findClosing(db, [person.tenantId])).has(person.tenantId)) throw tenantClosing();
  await addPreparer(db, person, id);
  await db
    .updateTable("payout_batches")
    .set({ funding: start.funding, sends_advices: start.send_advices })
    .where("id", "=", id)
    .execute();
  const item = await lockOwnBatch(db, person, id);
  const asked = await findBatchApproval(
    db,
    person.tenantId,
    id,
    await batchSubject.amountOf(db, item),
  );
  await submitDraft(db, person, batchSubject, { item, asked, ...submission });
  return undefined;
}
