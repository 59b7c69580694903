import { sql } from "kysely";

/**
 * A table for a query: the sums of payouts by adapter and provider slot. Each pair may have several
 * rows, which the query adds up. It is always exact, because it includes the changes since the last
 * compaction. The adapter is empty for payouts that no worker has leased yet.
 */
export const adapterRollups = sql`(
  select adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
    returned_paise
  from adapter_rollups
  union all
  select adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
    returned_paise
  from adapter_rollup_changes
)`;
