import { sql } from "kysely";

/**
 * What payouts come to by adapter and rail, as a table for a query: any number of lines for each
 * pair, to be added up. Exact at every moment: what statements have changed since the last fold
 * stands beside what is folded, and both are read by one statement. An adapter is empty for payouts
 * that no worker has claimed yet.
 */
export const adapterSums = sql`(
  select adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
    returned_paise
  from adapter_sums
  union all
  select adapter, provider, open_count, success_count, success_paise, taken_paise, charges_paise,
    returned_paise
  from adapter_sum_changes
)`;
