import type { AuditAct } from "@rokad/contract/audit";
import { transaction, type Tx } from "../../database/db.ts";
import { ofTenants, type TenantChoice } from "../../database/tenant-choice.ts";
import { record } from "../../identity/audit/record.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockProposal, type Proposal } from "./adjustment-queries.ts";
import { assertOpen } from "./assert-open.ts";
import { notPossible } from "./check-adjustment.ts";
import { orderInLog } from "./propose-adjustment.ts";

/**
 * Withdraws one's own proposal. No money moves, so it needs no code.
 * @throws 404; 409 `ALREADY_DECIDED`; 409 `ADJUSTMENT_NOT_POSSIBLE` for another's proposal.
 */
export function withdrawAdjustment(person: SuperAdmin, id: string): Promise<void> {
  return transaction(async (db) => {
    const proposal = await lockOpen(db, person, id);
    if (proposal.proposedBy !== person.member.id) {
      throw notPossible(`${proposal.proposerName} proposed this. Reject it instead.`);
    }
    await close(db, person, { proposal, act: "adjustment.withdrawn", rejection: null });
  });
}

/**
 * Rejects another's proposal with a reason. No money moves, so it needs no code.
 * @throws 404; 409 `ALREADY_DECIDED`; 409 `SECOND_APPROVER_NEEDED` for one's own proposal.
 */
export function rejectAdjustment(person: SuperAdmin, id: string, reason: string): Promise<void> {
  return transaction(async (db) => {
    const proposal = await lockOpen(db, person, id);
    if (proposal.proposedBy === person.member.id) {
      throw new ApiError(
        409,
        "SECOND_APPROVER_NEEDED",
        "You proposed this adjustment. Withdraw it instead.",
      );
    }
    await close(db, person, { proposal, act: "adjustment.rejected", rejection: reason });
  });
}

/**
 * Withdraws the open proposals about these tenants, or all, as the product itself. Each row names its
 * proposer, because a proposal that nobody confirmed is theirs; the audit log names nobody.
 * @returns how many.
 */
export function withdrawAdjustmentsOf(tenantIds: TenantChoice, reason: string): Promise<number> {
  return transaction(async (db) => {
    const rows = await db
      .selectFrom("adjustments")
      .select("id")
      .where("state", "=", "proposed")
      .where(ofTenants(tenantIds))
      .orderBy("id")
      .execute();
    for (const { id } of rows) {
      const proposal = await lockProposal(db, id);
      if (proposal)
        await close(db, null, { proposal, act: "adjustment.withdrawn", rejection: reason });
    }
    return rows.length;
  });
}

async function lockOpen(db: Tx, person: SuperAdmin, id: string): Promise<Proposal> {
  const proposal = await lockProposal(db, id);
  if (!proposal) throw notFound("This adjustment");
  assertOpen(proposal, person);
  return proposal;
}

interface Closing {
  readonly proposal: Proposal;
  readonly act: AuditAct;
  readonly rejection: string | null;
}

async function close(db: Tx, person: SuperAdmin | null, { proposal, act, rejection }: Closing) {
  const closedBy = person?.member.id ?? proposal.proposedBy;
  await db
    .updateTable("adjustments")
    .set({ state: "withdrawn", closed_by: closedBy, closed_at: now(), rejection })
    .where("id", "=", proposal.id)
    .execute();
  await publishToSuperAdmins(db, ["deposits"]);
  await record(db, {
    act,
    by: person,
    subject: { kind: "adjustment", id: proposal.id },
    reason: rejection,
    before: { ...orderInLog(proposal), proposed_by: proposal.proposedBy },
  });
}
