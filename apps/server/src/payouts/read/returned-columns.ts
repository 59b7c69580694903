import { sql } from "kysely";
import { rupeesCell } from "../../files/csv-cells.ts";

/**
 * What came back of each row of `payouts`, for a file: of the amount, and of fee and GST of every payout
 * that failed or was cancelled or returned.
 */
export const returnedColumns = [
  [
    "Returned",
    rupeesCell(sql`
      case
        when payouts.returned_at is null then payouts.returned_paise else payouts.amount_paise
      end
    `),
  ],
  [
    "Charges returned",
    rupeesCell(sql`
      case
        when payouts.status in ('failed', 'cancelled') or payouts.charges_returned_at is not null
          then payouts.fee_paise + payouts.gst_paise
        else 0
      end
    `),
  ],
] as const;
