import { payoutFieldChoices } from "@rokad/contract/payout-fields";
import type { ReportGroup } from "@rokad/contract/report-groups";
import { sql, type RawBuilder } from "kysely";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";

export interface ReportPeriod {
  /** Days in Asia/Kolkata, both included. */
  readonly from: string;
  readonly to: string;
}

export interface ReportFilter {
  readonly beneficiary?: string | undefined;
  readonly batch?: string | undefined;
  readonly purpose?: string | undefined;
}

/**
 * The payouts of a period, each with the beneficiary and the batch that it names. A payout is of one
 * row of a batch at most, and names one beneficiary at most, so the joins repeat none.
 */
export function reportedPayouts(
  tenant: Tenant,
  { from, to }: ReportPeriod,
  { beneficiary, batch, purpose }: ReportFilter = {},
): RawBuilder<unknown> {
  return sql`
    payouts
    left join beneficiary_payouts as named on named.payout_id = payouts.id
    left join beneficiaries on beneficiaries.id = named.beneficiary_id
    left join batch_rows on batch_rows.payout_id = payouts.id
    left join payout_batches on payout_batches.id = batch_rows.batch_id
    where payouts.tenant_id = ${tenant.tenantId}
      and payouts.created_at >= ${startOfDay(from)} and payouts.created_at < ${endOfDay(to)}
      ${beneficiary ? sql`and named.beneficiary_id = ${beneficiary}` : sql``}
      ${batch ? sql`and batch_rows.batch_id = ${batch}` : sql``}
      ${purpose ? sql`and payouts.purpose = ${purpose}` : sql``}
  `;
}

/** The key and the label of each group. */
export const groupOf: Readonly<
  Record<ReportGroup, { readonly key: RawBuilder<unknown>; readonly label: RawBuilder<unknown> }>
> = {
  beneficiary: {
    key: sql`named.beneficiary_id::text`,
    label: sql`
      case when payout_kind = 'withdrawal' then 'Own bank account'
        else coalesce(beneficiaries.name, payouts.beneficiary_name) end
    `,
  },
  batch: {
    key: sql`batch_rows.batch_id::text`,
    label: sql`coalesce(payout_batches.file_name, 'Not in a batch')`,
  },
  purpose: { key: sql`payouts.purpose`, label: sql`coalesce(${labelOfPurpose()}, 'No purpose')` },
};

function labelOfPurpose(): RawBuilder<unknown> {
  const choices = Object.entries(payoutFieldChoices("purpose") ?? {});
  const labels = choices.map(
    ([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`,
  );
  return sql`case payouts.purpose ${sql.join(labels, sql` `)} end`;
}

/** The figures of a group, by name. A returned payout is failed. */
export const figureColumns = {
  count: sql`count(*)`,
  paid_paise: sql`
    coalesce(sum(payouts.amount_paise - payouts.returned_paise) filter (
      where payouts.status = 'success'
    ), 0)::bigint
  `,
  paid_count: countOf("success"),
  failed_count: countOf("failed"),
  cancelled_count: countOf("cancelled"),
  open_count: countOf("pending", "processing"),
  charges_paise: sql`
    coalesce(sum(payouts.fee_paise + payouts.gst_paise) filter (
      where payouts.status not in ('failed', 'cancelled') and charges_returned_at is null
    ), 0)::bigint
  `,
} as const;

function countOf(...statuses: readonly string[]): RawBuilder<unknown> {
  const list = sql.join(statuses.map((status) => sql.lit(status)));
  return sql`count(*) filter (where payouts.status in (${list}))`;
}
