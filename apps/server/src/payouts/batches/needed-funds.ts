import { sql, type RawBuilder } from "kysely";

/** What the rows without a payout of a business's running batches take from its wallet, in paise. */
export const neededByRunning = (tenantId: RawBuilder<unknown>) => sql<bigint>`
  select coalesce(sum(amount_paise + fee_paise + gst_paise), 0)::bigint
  from payout_batches as running
  join batch_rows on batch_id = running.id and batch_rows.state = 'ready'
  where running.tenant_id = ${tenantId} and running.state = 'running'
`;
