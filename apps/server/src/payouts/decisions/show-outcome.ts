import type { OutcomeDecision, PayoutOutcome } from "@rokad/contract/payout-outcomes";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { inr } from "../../kernel/money.ts";
import { nextDueAt } from "../queries.ts";
import { maskedDestination } from "../destination.ts";
import { providerStatuses } from "../provider-status.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { whyNotDecidable } from "./lock-decidable-payout.ts";

/**
 * A payout's state with its provider, and the decisions of super admins about its outcome.
 * @throws 404.
 */
export async function showOutcome(id: string, leaseSeconds: number): Promise<PayoutOutcome> {
  const [row, decisions, problem, settings, statuses] = await Promise.all([
    selectPayout(id),
    selectDecisions(id),
    selectLastProblem(id),
    readSettings(),
    providerStatuses(),
  ]);
  if (!row) throw notFound("This payout");
  return {
    id: row.id,
    reference_id: row.reference_id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    amount: inr(row.amount_paise),
    total: inr(
      totalOf({ amountPaise: row.amount_paise, feePaise: row.fee_paise, gstPaise: row.gst_paise }),
    ),
    method: row.method,
    beneficiary_name: row.beneficiary_name,
    destination: maskedDestination(row),
    provider: row.provider,
    adapter: row.adapter,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    handed_at: row.handed_at?.toISOString() ?? null,
    unknown_since: row.unknown_since?.toISOString() ?? null,
    next_check_at: row.next_due_at?.toISOString() ?? null,
    provider_state: row.provider_state,
    provider_raw_state: row.provider_raw_state,
    provider_reference: row.provider_reference,
    provider_charge:
      row.provider_fee_paise === null
        ? null
        : { fee: inr(row.provider_fee_paise), tax: inr(row.provider_tax_paise ?? 0n) },
    utr_number: row.utr_number,
    last_problem: problem?.detail ?? null,
    why_not: whyNotDecidable(row, settings.outcome_decision_hours, statuses) ?? null,
    decisions: decisions.map((decision) => asDecision(decision, leaseSeconds)),
  };
}

function selectPayout(id: string) {
  return database()
    .selectFrom("payouts")
    .innerJoin("tenants", "tenants.id", "tenant_id")
    .selectAll("payouts")
    .select(["tenants.name as tenant_name", nextDueAt.as("next_due_at")])
    .where("payouts.id", "=", id)
    .executeTakeFirst();
}

type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number];

const decisionsAtMost = 20;

function selectDecisions(id: string) {
  return database()
    .selectFrom("payout_decisions")
    .innerJoin("people as proposers", "proposers.id", "proposed_by")
    .leftJoin("people as closers", "closers.id", "closed_by")
    .select(["payout_decisions.id", "outcome", "utr", "reason", "evidence", "provider_said"])
    .select(["state", "proposed_by", "proposed_at", "closed_by", "payout_decisions.closed_at"])
    .select(["proposers.name as proposer_name", "closers.name as closer_name"])
    .where("payout_id", "=", id)
    .orderBy("proposed_at", "desc")
    .limit(decisionsAtMost)
    .execute();
}

function selectLastProblem(id: string) {
  return database()
    .selectFrom("payout_events")
    .select("detail")
    .where("payout_id", "=", id)
    .where("event", "in", ["unknown", "not_taken"])
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
}

function asDecision(row: DecisionRow, leaseSeconds: number): OutcomeDecision {
  return {
    id: row.id,
    outcome: row.outcome as OutcomeDecision["outcome"],
    utr: row.utr,
    reason: row.reason,
    evidence: row.evidence,
    provider_said: row.provider_said,
    state: stateOf(row),
    proposed_by: { id: row.proposed_by, name: row.proposer_name },
    proposed_at: row.proposed_at.toISOString(),
    confirmable_at: new Date(row.proposed_at.getTime() + leaseSeconds * 1_000).toISOString(),
    closed_by: row.closer_name,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

/** A proposal is withdrawn by the person who proposed it, and refused by anyone else. */
function stateOf({ state, closed_by: closer, proposed_by: proposer }: DecisionRow) {
  const isRefused = state === "withdrawn" && closer !== proposer;
  return isRefused ? "refused" : (state as OutcomeDecision["state"]);
}
