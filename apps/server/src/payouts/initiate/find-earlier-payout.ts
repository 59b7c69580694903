import type { EarlierPayout } from "@rokad/contract/payout-review";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { limits } from "@rokad/contract/limits";
import { rupeesToPaise } from "@rokad/money/rupees";
import { sql } from "kysely";
import { database, type Tx } from "../../database/db.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { destinationHash } from "../destination.ts";
import { findUnclear, findUnclearOf, type Transfer } from "./find-unclear.ts";
import { waitingPayments } from "./waiting-payments.ts";

interface EarlierRow {
  readonly id: string;
  /** Absent for an unclear payout. */
  readonly kind?: EarlierPayout["kind"];
  readonly amount_paise: bigint;
  readonly created_at: Date;
  readonly status: EarlierPayout["status"];
  readonly is_unclear: boolean;
}

type Order = DestinationForm & { readonly amount: number };

/**
 * The payment that makes another one of this amount to this account look like a repeat: a payout of
 * which no provider has said the outcome, or the newest that waits or is of the last 24 hours, of the
 * same amount if there is one. It reads the payouts in progress and the newest ones by their indexes,
 * and a bounded number of them.
 */
export async function findEarlierPayout(
  tenant: Tenant,
  order: Order,
): Promise<EarlierPayout | null> {
  const amountPaise = rupeesToPaise(order.amount);
  const row: EarlierRow | undefined =
    (await findUnclear(transferOf(tenant, order))) ?? (await findRecent(tenant, order));
  if (!row) return null;
  return {
    id: row.id,
    kind: row.kind ?? "payout",
    amount: inr(row.amount_paise),
    created_at: row.created_at.toISOString(),
    status: row.status,
    is_same_amount: row.amount_paise === amountPaise,
    is_unclear: row.is_unclear,
  };
}

/**
 * While an earlier payout of the same amount to the same account is unclear, another one needs a
 * reason, because both may be paid.
 * @param db the transaction that reads; without it, requests that arrive together share one query.
 * @throws 409 `REPEAT_REASON_REQUIRED`.
 */
export async function assertRepeatReason(
  tenant: Tenant,
  order: Order & { readonly repeat_reason?: string | undefined },
  db?: Tx,
): Promise<void> {
  if (order.repeat_reason) return;
  const transfer = transferOf(tenant, order);
  const find = db ? await findUnclearOf(db, [tenant.tenantId]) : findUnclear;
  const unclear = await find(transfer);
  if (unclear) throw repeatReasonRequired(unclear);
}

export function repeatReasonRequired({
  amount_paise: amountPaise,
  created_at: createdAt,
}: Pick<EarlierRow, "amount_paise" | "created_at">): ApiError {
  const minutes = Math.max(1, Math.round((now().getTime() - createdAt.getTime()) / 60_000));
  const message = `${rupees(amountPaise)} to this account, sent ${minutes} min ago, is still unclear. Say why you send it again.`;
  return new ApiError(409, "REPEAT_REASON_REQUIRED", message, {
    fields: { repeat_reason: message },
  });
}

const transferOf = ({ tenantId: id }: Pick<Tenant, "tenantId">, order: Order): Transfer => ({
  tenantId: id,
  destinationHash: destinationHash(order),
  amountPaise: rupeesToPaise(order.amount),
});

async function findRecent(tenant: Tenant, order: Order): Promise<EarlierRow | undefined> {
  const since = secondsFromNow(-limits.repeatWarningHours * 3_600);
  const hash = destinationHash(order);
  const { rows } = await sql<EarlierRow>`
    select id, kind, amount_paise, created_at, status, is_unclear from (
      select id, 'payout' as kind, amount_paise, created_at, status, destination_hash,
        unknown_since is not null as is_unclear
      from (
        select * from payouts
        where tenant_id = ${tenant.tenantId} and created_at > ${since}
        order by created_at desc, id desc limit ${limits.repeatWarningPayoutsMax}
      ) as newest
      union all
      -- What waits will be sent, whatever its age.
      select id, kind, amount_paise, created_at, 'pending', destination_hash, false
      from ${waitingPayments(tenant.tenantId)} as waiting
    ) as recent
    where destination_hash = ${hash} and status not in ('failed', 'cancelled')
    order by amount_paise = ${rupeesToPaise(order.amount)} desc, created_at desc limit 1
  `.execute(database());
  return rows[0];
}
