import type { FoundOverTenants } from "@rokad/contract/platform-search";
import type { creditStates } from "@rokad/contract/suspense";
import type { depositStatuses } from "@rokad/contract/deposits";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import type { Sought } from "./read-sought.ts";

interface FoundDepositRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly created_at: Date;
  readonly utr_reference: string;
  readonly amount_paise: bigint;
  readonly status: (typeof depositStatuses)[number];
}

/** A row as a list over tenants shows it. */
function asFoundDeposit(row: FoundDepositRow): FoundOverTenants["deposits"][number] {
  return {
    id: row.id,
    tenant: { id: row.tenant_id, name: row.tenant_name },
    created_at: row.created_at.toISOString(),
    utr_reference: row.utr_reference,
    amount: inr(row.amount_paise),
    status: row.status,
  };
}

/** The newest deposits of a tenant, in any state. */
export async function findNewestDeposits(db: Db, tenantId: string, limit: number) {
  const { rows } = await sql<FoundDepositRow>`
    select deposits.id, tenant_id, tenants.name as tenant_name, deposits.created_at,
      utr_reference, amount_paise, status
    from deposits
    join tenants on tenants.id = tenant_id
    where tenant_id = ${tenantId}
    order by deposits.created_at desc, deposits.id desc limit ${limit}
  `.execute(db);
  return rows.map(asFoundDeposit);
}

/** Deposits with this UTR in any spelling, in any state. */
export async function findDeposits(db: Db, { text, utrs }: Sought, limit: number) {
  if (utrs.length === 0) return [];
  const key = utrKey(text);
  const { rows } = await sql<FoundDepositRow>`
    select found.id, tenant_id, tenants.name as tenant_name, found.created_at,
      utr_reference, amount_paise, status
    from (
      -- The two conditions of the indexes.
      select * from deposits where utr_key = ${key} and status <> 'failed'
      union all
      select * from deposits where utr_key = ${key} and status = 'failed'
    ) as found
    join tenants on tenants.id = tenant_id
    order by found.created_at desc, found.id desc limit ${limit}
  `.execute(db);
  return rows.map(asFoundDeposit);
}

interface CreditRow {
  readonly id: string;
  readonly created_at: Date;
  readonly utr_reference: string | null;
  readonly amount_paise: bigint;
  readonly status: (typeof creditStates)[number];
}

/** Credits on virtual accounts with this UTR that are no deposit: those are found as deposits. */
export async function findCredits(db: Db, { text, utrs }: Sought, limit: number) {
  if (utrs.length === 0) return [];
  const { rows } = await sql<CreditRow>`
    select id, created_at, utr_reference, amount_paise,
      case state when 'suspense' then 'pending' else state end as status
    from incoming_credits
    where utr_key = ${utrKey(text)} and state in ('suspense', 'returned', 'dismissed')
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows.map(({ created_at, amount_paise, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    amount: inr(amount_paise),
  }));
}
