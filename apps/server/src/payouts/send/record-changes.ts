import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { unnestRows, type RowOf } from "../../database/unnest-rows.ts";
import { newId } from "../../kernel/ids.ts";
import * as ledger from "../../ledger/ledger.ts";
import { writeLateUtrs } from "../../rollups/search/write-late-utrs.ts";
import type { LockedPayout, PayoutChange } from "../payout-change.ts";
import { nextStatusCheck } from "./next-status-check.ts";

/** Writes the changed payouts, their returns and the lines of their timelines. */
export async function recordChanges(
  db: Tx,
  changes: readonly PayoutChange[],
  at: Date,
): Promise<void> {
  await recordReversals(
    db,
    changes.filter(({ effect }) => effect === "reverse"),
    at,
  );
  await recordParts(db, changes, at);
  await recordPayouts(db, changes, at);
  await queueLateCharges(db, changes);
  await writeLateUtrs(
    db,
    changes
      .filter(({ effect }) => effect === "complete" || effect === "partial_return")
      .flatMap(({ payout }) => (payout.utr === null ? [] : payout.payoutId)),
  );
}

/**
 * Queues payouts whose provider named its charge after the outcome. The charge of all others is found
 * by their postings, so that the outcome itself writes nothing for it.
 */
async function queueLateCharges(db: Tx, changes: readonly PayoutChange[]): Promise<void> {
  const rows = changes
    .filter(({ effect, payout }) => effect === "complete" && payout.providerFeePaise !== null)
    .map(({ payout }) => ({ payout_id: payout.payoutId }));
  if (rows.length > 0) await db.insertInto("provider_charge_queue").values(rows).execute();
}

async function recordParts(db: Tx, changes: readonly PayoutChange[], at: Date): Promise<void> {
  const rows = changes.flatMap(({ payout, part, detail }) =>
    part
      ? [
          {
            id: part.id,
            payout_id: payout.payoutId,
            tenant_id: payout.walletId,
            is_partial: true,
            amount_paise: part.paise + part.feePaise + part.gstPaise,
            fee_paise: part.feePaise,
            gst_paise: part.gstPaise,
            adapter: payout.adapter,
            return_reference: part.reference,
            record_reference: part.recordReference ?? null,
            recorded_by: part.recordedBy ?? null,
            confirmed_by: part.confirmedBy ?? null,
            reason: detail ?? "",
            created_at: at,
          },
        ]
      : [],
  );
  if (rows.length > 0) await db.insertInto("payout_reversals").values(rows).execute();
}

async function recordReversals(db: Tx, changes: readonly PayoutChange[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ payout, outstanding, keptCharge }) => ({
    id: newId(),
    payout_id: payout.payoutId,
    tenant_id: payout.walletId,
    amount_paise: ledger.totalOf(outstanding ?? payout),
    reason: payout.reason ?? "",
    provider_fee_paise: keptCharge?.feePaise ?? null,
    provider_tax_paise: keptCharge?.taxPaise ?? null,
    created_at: at,
  }));
  await db.insertInto("payout_reversals").values(rows).execute();
}

async function recordPayouts(db: Tx, changes: readonly PayoutChange[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const events = changes.flatMap(({ payout, event, detail }) =>
    event === undefined
      ? []
      : [{ payout_id: payout.payoutId, tenant_id: payout.walletId, event, detail }],
  );
  const payouts = [...new Set(changes.map((change) => change.payout))];
  const returned = changes
    .filter((change) => change.effect === "reverse")
    .map((change) => change.payout.payoutId);
  await sql`
    ${prepared} with events as (
      insert into payout_events (payout_id, tenant_id, at, event, detail)
      select payout_id, tenant_id, ${at}, event, detail
      from ${unnestRows("events", eventColumns, events)}
    )
    update payouts
    set status = after.status, provider_state = after.provider_state,
        utr_number = after.utr_number, failure_reason = after.failure_reason,
        provider_reference = after.provider_reference,
        provider_raw_state = after.provider_raw_state,
        provider_fee_paise = after.provider_fee_paise,
        provider_tax_paise = after.provider_tax_paise, due_at = after.due_at,
        status_checks = after.status_checks, unknown_since = null,
        send_blocked_at = case when after.due_at is null then null else send_blocked_at end, updated_at = ${at},
        finished_at = case when after.due_at is null then coalesce(finished_at, ${at}) end,
        returned_at = case
          when payouts.id = any(${returned}::uuid[]) then ${at}::timestamptz else returned_at
        end,
        returned_paise = after.returned_paise,
        charges_returned_at = coalesce(payouts.charges_returned_at, after.charges_returned_at)
    from ${unnestRows(
      "after",
      payoutColumns,
      payouts.map((payout) => rowOf(payout, at)),
    )}
    where payouts.id = after.id
  `.execute(db);
}

const eventColumns = {
  payout_id: "uuid",
  tenant_id: "uuid",
  event: "text",
  detail: "text",
} as const;

const payoutColumns = {
  id: "uuid",
  status: "text",
  provider_state: "text",
  utr_number: "text",
  failure_reason: "text",
  provider_reference: "text",
  provider_raw_state: "text",
  provider_fee_paise: "bigint",
  provider_tax_paise: "bigint",
  status_checks: "int",
  returned_paise: "bigint",
  charges_returned_at: "timestamptz",
  due_at: "timestamptz",
} as const;

function rowOf(payout: LockedPayout, at: Date): RowOf<typeof payoutColumns> {
  const isOpen = payout.status === "processing";
  return {
    id: payout.payoutId,
    status: payout.status,
    provider_state: payout.provider_state,
    utr_number: payout.utr,
    failure_reason: payout.reason,
    provider_reference: payout.providerReference,
    provider_raw_state: payout.rawState,
    provider_fee_paise: payout.providerFeePaise,
    provider_tax_paise: payout.providerTaxPaise,
    status_checks: payout.statusChecks,
    returned_paise: payout.returnedPaise,
    charges_returned_at: payout.hasChargesReturned ? at : null,
    due_at: isOpen ? nextStatusCheck(payout.statusChecks + 2) : null,
  };
}
