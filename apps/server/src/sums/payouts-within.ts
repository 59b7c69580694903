import { sql } from "kysely";
import type { Tenant } from "../sign-in/person.ts";
import { addWithin, within, type Spans } from "./add-within.ts";

/** Paid and sent back by the bank is `returned`, which is not among `failed`. */
const outcomes = {
  open: sql`status in ('pending', 'processing')`,
  success: sql`status = 'success'`,
  failed: sql`status = 'failed' and returned_at is null`,
  returned: sql`status = 'failed' and returned_at is not null`,
} as const;

const figures = {
  count: sql`count(*)`,
  paise: sql`sum(amount_paise)`,
  charges_paise: sql`sum(fee_paise + gst_paise)`,
} as const;

/** `open_count`, `open_paise`, `open_charges_paise` and so on, as `payout_sums` names them. */
const columns = Object.entries(outcomes).flatMap(([outcome, is]) =>
  Object.entries(figures).map(([figure, added]) => {
    const named = sql.ref(`${outcome}_${figure}`);
    return { named, added: sql`coalesce(${added} filter (where ${is}), 0) as ${named}` };
  }),
);

/**
 * What a tenant's payouts come to that were asked for within each of some spans, as a table for a
 * query: the span's `name`, and for open, success, failed and returned ones `…_count`,
 * `…_paise` and `…_charges_paise` (fee and GST); any number of lines for a span. However many
 * payouts there are, it reads a sum for each month, or day beside the months, and the rows of less than an hour at an end.
 */
export function payoutsWithin(tenant: Tenant, spans: Spans) {
  const [kept, added] = [columns.map(({ named }) => named), columns.map((column) => column.added)];
  return addWithin(spans, (piece, name) =>
    piece.grain === "row"
      ? sql`select ${name}, ${sql.join(added)} from payouts
          where person_id = ${tenant.id} and ${within("created_at", piece)}`
      : sql`select ${name}, ${sql.join(kept)} from payout_sums
          where person_id = ${tenant.id} and grain = ${sql.lit(piece.grain)}
            and ${within("starts_at", piece)}`,
  );
}
