import type { Closing } from "@rokad/contract/closings";
import { sql } from "kysely";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { database, type Db } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import { payerOfWithdrawal } from "../../payouts/withdraw/payer-of-withdrawal.ts";
import { maximumTooLow, splitBalance, withdrawalPaiseMax } from "./split-balance.ts";

/** What closing an account takes now. @throws 404 for a closed account and for a super admin. */
export async function readClosing(tenantId: string): Promise<Closing> {
  const db = database();
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw notFound("This tenant");
  const [settings, balance, started, blockers, accounts, withdrawals] = await Promise.all([
    readSettings(),
    ledger.balance(db, tenantId),
    findStarted(db, tenantId),
    readBlockers(db, tenantId),
    selectAccounts(db, tenantId),
    selectWithdrawals(db, tenantId),
  ]);
  const payer = payerOfWithdrawal({
    allowedProviders: tenant.allowed_providers as readonly ("primary" | "alternative")[],
  });
  const available = balance.availablePaise;
  const maxPaise = withdrawalPaiseMax(payer, settings);
  const parts = splitBalance(available, maxPaise);
  if (!parts)
    blockers.push({ kind: "maximum", count: 1, amount: inr(maxPaise), sentence: maximumTooLow });
  return {
    started: started && {
      at: started.started_at.toISOString(),
      by: started.name,
      reason: started.reason,
    },
    balance: inr(available),
    blockers,
    needs_attention: started?.needs_attention ?? false,
    parts: (parts ?? []).map(inr),
    remainder: available > 0n && parts?.length === 0 ? inr(available) : null,
    accounts: accounts.map(({ account_number_end: end, ...account }) => ({
      ...account,
      account_number: maskEnd(end),
    })),
    withdrawals: withdrawals.map((row) => ({
      id: row.id,
      reference_id: row.reference_id,
      created_at: row.created_at.toISOString(),
      amount: inr(row.amount_paise),
      status: row.status,
      failure_reason: row.failure_reason,
      utr_number: row.utr_number,
      account_number: maskEnd(row.destination_end),
    })),
  };
}

function findStarted(db: Db, tenantId: string) {
  return db
    .selectFrom("tenant_closings")
    .leftJoin("people", "people.id", "started_by")
    .select(["started_at", "reason", "needs_attention", "people.name"])
    .where("tenant_id", "=", tenantId)
    .where("state", "=", "open")
    .executeTakeFirst()
    .then((row) => row ?? null);
}

/** A receivable does not stop a payout of the balance, because the balance is empty then. */
async function readBlockers(db: Db, tenantId: string): Promise<Closing["blockers"]> {
  const { rows } = await sql<{
    payouts: number;
    payoutPaise: bigint;
    deposits: number;
    depositPaise: bigint;
    requests: number;
    requestPaise: bigint;
    receivablePaise: bigint;
  }>`
    select payouts.count as payouts, payouts.paise as "payoutPaise", deposits.count as deposits,
      deposits.paise as "depositPaise", requests.count as requests, requests.paise as "requestPaise",
      wallets.receivable_paise as "receivablePaise"
    from (
      select count(*)::int as count,
        coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint as paise
      from payouts
      where id in (select payout_id from payout_queue where tenant_id = ${tenantId})
        and status in ('pending', 'processing')
    ) as payouts, (
      select count(*)::int as count, coalesce(sum(amount_paise), 0)::bigint as paise
      from deposits where tenant_id = ${tenantId} and status = 'pending'
    ) as deposits, (
      select count(*)::int as count, coalesce(sum(amount_paise), 0)::bigint as paise
      from request_holds where tenant_id = ${tenantId} and released_at is null
    ) as requests, wallets
    where wallets.id = ${tenantId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A count returned no row");
  return [
    {
      kind: "payouts" as const,
      count: row.payouts,
      amount: inr(row.payoutPaise),
      sentence: "The provider reports their outcome; a late one is decided in the Activity Monitor",
    },
    {
      kind: "deposits" as const,
      count: row.deposits,
      amount: inr(row.depositPaise),
      sentence: "A super admin approves or rejects them in Deposit Approvals",
    },
    {
      kind: "requests" as const,
      count: row.requests,
      amount: inr(row.requestPaise),
      sentence: "Their money returns to the wallet within a minute of the start of the closing",
    },
    {
      kind: "receivable" as const,
      count: row.receivablePaise > 0n ? 1 : 0,
      amount: inr(row.receivablePaise),
      sentence: "The tenant owes it: collect it, or propose a write-off under Adjustments",
    },
  ].filter(({ count }) => count > 0);
}

function selectAccounts(db: Db, tenantId: string) {
  return db
    .selectFrom("bank_accounts")
    .select(["id", "account_holder_name", "bank_name", "account_number_end", "ifsc_code"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "approved")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute();
}

/** Of the newest closing. */
function selectWithdrawals(db: Db, tenantId: string) {
  return db
    .selectFrom("payouts")
    .select(["id", "reference_id", "created_at", "amount_paise", "status", "failure_reason"])
    .select(["utr_number", "destination_end"])
    .where("tenant_id", "=", tenantId)
    .where("payout_kind", "=", "withdrawal")
    .where("closing_id", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
}
