import { suspenseReasons } from "@rokad/contract/suspense";
import type { SuspendedCredit, SuspenseQueue, SuspenseReason } from "@rokad/contract/suspense";
import { database } from "../../database/db.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { findBank } from "../../identity/settings/find-bank.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { Decision } from "./decision.ts";
import {
  countDecidedToday,
  countSuspended,
  namesOf,
  selectSuspended,
  sumPending,
  type SuspendedRow,
  type SuspenseFilter,
} from "./queries.ts";
import { suggestTenants, type Suggestion } from "./suggest-tenants.ts";

/** A page of credits in suspense or decided: eight statements for any number of rows. */
export async function listSuspense(filter: SuspenseFilter) {
  const db = database();
  const [rows, total, pending, decidedToday, settings] = await Promise.all([
    selectSuspended(db, filter),
    countSuspended(db, filter),
    sumPending(db),
    countDecidedToday(db),
    readSettings(),
  ]);
  const suggestions = await suggestTenants(db, rows);
  const firstTenants = rows.flatMap(({ first_decision: first }) =>
    first ? [tenantOf(first)] : [],
  );
  const people = await namesOf(db, [
    ...suggestions.map(({ tenantId }) => tenantId),
    ...firstTenants.filter((id) => id !== null),
  ]);
  const limit = settings.second_approval_above_paise;
  const summary: SuspenseQueue = {
    waiting: Number(pending.count),
    waiting_amount: inr(pending.paise),
    oldest_waiting_at: pending.oldest_at?.toISOString() ?? null,
    half_decided: Number(pending.half_decided),
    decided_today: Number(decidedToday),
    second_approval_above: limit === null ? null : inr(BigInt(limit)),
  };
  return {
    data: rows.map((row) => asSuspendedCredit(row, { suggestions, people, limit })),
    pagination: pageOf(filter, total),
    total: Number(total),
    summary,
  };
}

function tenantOf(first: unknown): string | null {
  const decision = first as Decision;
  return decision.how === "assign" ? decision.tenantId : null;
}

interface QueueContext {
  readonly suggestions: readonly Suggestion[];
  readonly people: Awaited<ReturnType<typeof namesOf>>;
  readonly limit: number | null;
}

function asSuspendedCredit(row: SuspendedRow, context: QueueContext): SuspendedCredit {
  const reason = row.reason as SuspenseReason;
  const { people, suggestions, limit } = context;
  return {
    id: row.id,
    sent_at: row.sent_at.toISOString(),
    created_at: row.created_at.toISOString(),
    amount: inr(row.amount_paise),
    utr_reference: row.utr_reference,
    bank_reference: row.bank_reference,
    provider: row.adapter,
    sender: asSender(row),
    reason,
    why: suspenseReasons[reason],
    similar_request: similarRequestOf(row),
    status: row.state === "suspense" ? "pending" : statusOf(row.state),
    suggestions: suggestions
      .filter(({ creditId }) => creditId === row.id)
      .flatMap(({ tenantId, why, requestedPaise }) => {
        const tenant = people.get(tenantId);
        const requested_amount = requestedPaise === undefined ? null : inr(requestedPaise);
        return tenant ? [{ tenant, why, requested_amount }] : [];
      }),
    approvals_needed: limit !== null && row.amount_paise > BigInt(limit) ? 2 : 1,
    first_decision: asFirstDecision(row, people),
    decided_by: row.decider_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    return_utr: row.return_utr,
    tenant:
      row.owner_id === null
        ? null
        : { id: row.owner_id, name: row.owner_name ?? "", phone: row.owner_mobile ?? "" },
  };
}

function statusOf(state: SuspendedRow["state"]): "assigned" | "returned" | "dismissed" {
  if (state === "assigned" || state === "returned" || state === "dismissed") return state;
  throw new Error(`A credit that in state ${state} was never in suspense`);
}

function similarRequestOf(row: SuspendedRow): SuspendedCredit["similar_request"] {
  const { similar_utr: utr, similar_status: status, similar_created_at: createdAt } = row;
  if (utr === null || status === null || createdAt === null) return null;
  return { utr_reference: utr, status, created_at: createdAt.toISOString() };
}

function asSender(row: SuspendedRow): SuspendedCredit["sender"] {
  if (row.sender_number_end === null) return null;
  const ifsc = row.sender_ifsc ?? "";
  return {
    name: row.sender_name,
    account_number: maskEnd(row.sender_number_end),
    ifsc_code: ifsc,
    bank_name: findBank(ifsc)?.bank_name ?? null,
  };
}

function asFirstDecision(
  row: SuspendedRow,
  people: QueueContext["people"],
): SuspendedCredit["first_decision"] {
  if (row.first_decision === null || row.first_decided_by === null) return null;
  const decision = row.first_decision as unknown as Decision;
  const tenantId = tenantOf(decision);
  return {
    how: decision.how,
    by: { id: row.first_decided_by, name: row.first_name ?? "" },
    at: (row.first_decided_at ?? row.created_at).toISOString(),
    tenant: tenantId === null ? null : (people.get(tenantId) ?? null),
    utr_reference: decision.utr,
    add_account: decision.how === "assign" && decision.addAccount,
    complete_request: decision.how === "assign" && decision.completesRequest === true,
    note: decision.note,
  };
}
