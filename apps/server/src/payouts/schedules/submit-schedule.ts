import { transaction } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { lockApprovers } from "../approval-policies/policy-queries.ts";
import { submitDraft } from "../approvals/decide.ts";
import { findSteps } from "../initiate/refuse-unapproved.ts";
import { scheduleSubject } from "./schedule-subject.ts";
import { assertStartable, outdated, updateCharges } from "./start-schedule.ts";
import {
  assertCan,
  assertContent,
  lockSchedule,
  scheduleChanged,
  signedOrderOf,
} from "./stored-schedule.ts";

/**
 * Submits a draft, which the policy compares as one payout of the source `schedule`.
 * @throws 404; 409 `SCHEDULE_CHANGED`, `BENEFICIARY_NOT_PAYABLE`, `TENANT_CLOSING`; 422
 *   `POLICY_NOT_SATISFIABLE`.
 */
export async function submitSchedule(
  person: Tenant,
  id: string,
  content: { readonly content_hash: string },
): Promise<void> {
  const error = await transaction(async (db) => {
    const members = await lockApprovers(db, person.tenantId);
    const { schedule } = await lockSchedule(db, person.tenantId, id);
    assertCan(schedule, "submit");
    assertContent(schedule, content.content_hash);
    if (await updateCharges(db, schedule)) return outdated;
    await assertStartable(db, person, schedule);
    const asked = await findSteps(db, {
      payerId: person.tenantId,
      order: signedOrderOf(schedule),
      amountPaise: schedule.amount_paise,
      source: "schedule",
    });
    await submitDraft(db, person, scheduleSubject, { item: schedule, asked, members });
    return undefined;
  });
  if (error) throw scheduleChanged(error);
}
