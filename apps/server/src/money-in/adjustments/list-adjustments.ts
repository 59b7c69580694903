import type {
  Adjustment,
  AdjustmentsSummary,
  listAdjustments as call,
} from "@rokad/contract/adjustments";
import { sql, type RawBuilder } from "kysely";
import type * as z from "zod/mini";
import { database, type Db } from "../../database/db.ts";
import { startOfDay, today } from "../../kernel/days.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { accountName, listBookableAccounts } from "./booked-accounts.ts";
import { whyNotConfirmable } from "./confirm-adjustment.ts";
import { listOpenChargebacks } from "./list-chargebacks.ts";

type Filter = z.output<(typeof call)["query"]>;

/** A page of adjustments, newest first, with the figures of all of them. */
export async function listAdjustments(person: SuperAdmin, filter: Filter) {
  const db = database();
  const where = conditionOf(filter);
  const [rows, { rows: counts }, summary] = await Promise.all([
    selectAdjustments(db, where, filter),
    sql<{ count: bigint }>`
      select count(*)::bigint as count from adjustments where ${where}
    `.execute(db),
    readSummary(db, person),
  ]);
  const total = counts[0]?.count ?? 0n;
  return {
    data: rows.map((row) => asAdjustment(row, person)),
    pagination: pageOf(filter, total),
    total: Number(total),
    summary,
  };
}

/** @throws 404. */
export async function showAdjustment(person: SuperAdmin, id: string): Promise<Adjustment> {
  const which = sql`adjustments.id = ${id}`;
  const [row] = await selectAdjustments(database(), which, { page: 1, limit: 1 });
  if (!row) throw notFound("This adjustment");
  return asAdjustment(row, person);
}

const stateConditions = {
  all: sql`true`,
  proposed: sql`adjustments.state = 'proposed'`,
  posted: sql`adjustments.state = 'posted'`,
  withdrawn: sql`adjustments.state = 'withdrawn' and closed_by = proposed_by`,
  rejected: sql`adjustments.state = 'withdrawn' and closed_by <> proposed_by`,
} as const;

function conditionOf({ state = "all", kind = "all", tenant_id: tenantId }: Filter) {
  return sql`
    ${stateConditions[state]}
    and ${kind === "all" ? sql`true` : sql`adjustments.kind = ${kind}`}
    and ${tenantId === undefined ? sql`true` : sql`adjustments.tenant_id = ${tenantId}`}
  `;
}

interface Row {
  readonly id: string;
  readonly kind: Adjustment["kind"];
  readonly debit_account: Adjustment["debit_account"];
  readonly credit_account: Adjustment["credit_account"];
  readonly receiving_account_id: string | null;
  readonly account_label: string | null;
  readonly account_end: string | null;
  readonly adapter: string | null;
  readonly amount_paise: bigint;
  readonly owed_paise: bigint | null;
  readonly tenant_id: string | null;
  readonly tenant_name: string | null;
  readonly reason: string;
  readonly reference: string | null;
  readonly deposit_id: string | null;
  readonly deposit_utr: string | null;
  readonly deposit_paise: bigint | null;
  readonly corrected_paise: bigint | null;
  readonly statement_line_id: string | null;
  readonly chargeback_id: string | null;
  readonly file_name: string | null;
  readonly file_kind: "pdf" | "png" | "jpeg" | null;
  readonly byte_count: number | null;
  readonly state: "proposed" | "posted" | "withdrawn";
  readonly proposed_by: string | null;
  readonly proposer_name: string | null;
  readonly is_proposer_active: boolean;
  readonly proposed_at: Date;
  readonly closed_by: string | null;
  readonly closer_name: string | null;
  readonly closed_at: Date | null;
  readonly rejection: string | null;
}

async function selectAdjustments(
  db: Db,
  where: RawBuilder<unknown>,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select adjustments.*, tenant.name as tenant_name, deposits.utr_reference as deposit_utr,
      deposits.amount_paise as deposit_paise, deposits.corrected_paise, file_name,
      adjustment_documents.kind as file_kind, byte_count, proposer.name as proposer_name,
      coalesce(
        proposer.installation_roles is not null and proposer.is_active, false
      ) as is_proposer_active, closer.name as closer_name, receiving_accounts.label as account_label,
      account_number_end as account_end
    from adjustments
    left join receiving_accounts on receiving_accounts.id = adjustments.receiving_account_id
    left join tenants as tenant on tenant.id = adjustments.tenant_id
    left join people as proposer on proposer.id = proposed_by
    left join people as closer on closer.id = closed_by
    left join deposits on deposits.id = adjustments.deposit_id
    left join adjustment_documents on adjustment_id = adjustments.id
    where ${where}
    order by proposed_at desc, adjustments.id desc limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  return rows;
}

function asAdjustment(row: Row, person: SuperAdmin): Adjustment {
  return {
    id: row.id,
    kind: row.kind,
    debit_account: row.debit_account,
    credit_account: row.credit_account,
    receiving_account: accountName({
      id: row.receiving_account_id,
      label: row.account_label,
      end: row.account_end,
    }),
    provider: row.adapter,
    amount: inr(row.amount_paise),
    tenant: personOf(row.tenant_id, row.tenant_name),
    owed: row.owed_paise === null ? null : inr(row.owed_paise),
    reason: row.reason,
    reference: row.reference,
    deposit:
      row.deposit_id === null
        ? null
        : {
            id: row.deposit_id,
            utr_reference: row.deposit_utr ?? "",
            amount: inr(row.deposit_paise),
            corrected: inr(row.corrected_paise),
          },
    statement_line_id: row.statement_line_id,
    chargeback_id: row.chargeback_id,
    document:
      row.file_name === null || row.file_kind === null
        ? null
        : { file_name: row.file_name, kind: row.file_kind, bytes: row.byte_count ?? 0 },
    state: row.state === "withdrawn" && row.closed_by !== row.proposed_by ? "rejected" : row.state,
    proposed_by: personOf(row.proposed_by, row.proposer_name),
    proposed_at: row.proposed_at.toISOString(),
    closed_by: personOf(row.closed_by, row.closer_name),
    closed_at: row.closed_at?.toISOString() ?? null,
    rejection: row.rejection,
    why_not: row.state === "proposed" ? (whyNot(row, person) ?? null) : null,
  };
}

function whyNot(row: Row, person: SuperAdmin): string | undefined {
  return whyNotConfirmable(
    {
      proposedBy: row.proposed_by,
      proposerName: row.proposer_name,
      isProposerActive: row.is_proposer_active,
    },
    person.member.id,
  );
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? "" };
}

async function readSummary(db: Db, person: SuperAdmin): Promise<AdjustmentsSummary> {
  const { rows } = await sql<{
    waiting: number;
    forYou: number;
    posted: number;
    owing: number;
    receivable: bigint;
  }>`
    select
      (select count(*)::int from adjustments where state = 'proposed') as waiting,
      (
        select count(*)::int from adjustments
        where state = 'proposed' and proposed_by <> ${person.member.id}
      ) as "forYou",
      (
        select count(*)::int from adjustments
        where state = 'posted' and closed_at >= ${startOfDay(today())}
      ) as posted,
      count(*)::int as owing, coalesce(sum(receivable_paise), 0)::bigint as receivable
    from wallets where receivable_paise > 0
  `.execute(db);
  const figures = rows[0];
  return {
    waiting: figures?.waiting ?? 0,
    waiting_for_you: figures?.forYou ?? 0,
    posted_today: figures?.posted ?? 0,
    receivable: inr(figures?.receivable ?? 0n),
    owing_tenants: figures?.owing ?? 0,
    chargebacks: await listOpenChargebacks(db),
    ...(await listBookableAccounts()),
  };
}
