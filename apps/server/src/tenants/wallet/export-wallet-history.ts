import { sql } from "kysely";
import { instantCell, trustedCell, rupeesCell, textCell } from "../../files/csv-cells.ts";
import type { CsvCopy, HistoryFile } from "../../files/csv-copy.ts";
import { today } from "../../kernel/days.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import {
  encryptedDestinationColumn,
  displayDestinationCell,
} from "../../payouts/destination-cell.ts";
import type { Tenant } from "../../kernel/person.ts";
import { movements, type WalletFilter } from "./queries.ts";
import { totalMovements } from "./total-movements.ts";

/** A CSV file of every movement that matches the filter, newest first; debits are negative. */
export async function exportWalletHistory(
  tenant: Tenant,
  filter: WalletFilter,
): Promise<HistoryFile> {
  const db = await replicaOrPrimary();
  return {
    db,
    fileName: `wallet-history-${today()}.csv`,
    count: async () => (await totalMovements(db, tenant, filter)).count,
    csv: csvCopyOf(tenant, filter),
  };
}

function csvCopyOf(tenant: Tenant, filter: WalletFilter): CsvCopy {
  return {
    columns: [
      ["Date", instantCell(sql`at`)],
      ["Type", trustedCell(sql`type`)],
      ["Amount", rupeesCell(signedPaise)],
      ["Description", describe],
      ["Account / UPI ID", displayDestinationCell(tenant)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Payout Amount", rupeesCell(payoutPaise)],
      ["Platform Fee", rupeesCell(feePaise)],
      ["GST", rupeesCell(gstPaise)],
      ["Reference", textCell(sql`reference`)],
      ["UTR", textCell(sql`utr`)],
      ["Status", trustedCell(sql`status`)],
      ["Failure Reason", textCell(sql`failure_reason`)],
      ["Transaction ID", trustedCell(sql`id`)],
      ["Amount in Totals", rupeesCell(countedPaise)],
    ],
    encrypted: encryptedDestinationColumn(tenant, "Account / UPI ID", sql`payout_id`),
    from: sql`(${movements(tenant, filter)}) as movements order by at desc, id desc`,
  };
}

const feePaise = movedCharge("fee_paise");
const gstPaise = movedCharge("gst_paise");
const payoutPaise = sql`case when payout_id is not null then paise - ${feePaise} - ${gstPaise} end`;

/** What the row moves of a payout's fee or GST: a return brings back what no earlier part did. */
function movedCharge(column: "fee_paise" | "gst_paise") {
  const charge = sql.ref(column);
  const part = sql.ref(`part.${column}`);
  return sql`
    case kind
      when 'part' then (select ${part} from payout_reversals as part where part.id = movements.id)
      when 'reversal' then ${charge} - (
        select coalesce(sum(${part}), 0) from payout_reversals as part
        where part.payout_id = movements.payout_id and is_partial
      )
      else ${charge}
    end
  `;
}

const signedPaise = sql`case when type = 'debit' then -paise else paise end`;

/** Adds up to the totals: a failed or cancelled payout moved nothing in the end. */
const countedPaise = sql`
  case when status in ('failed', 'cancelled') then 0 else ${signedPaise} end
`;

const describe = textCell(sql`
  case
    when kind = 'deposit' then 'Wallet Credit'
    when kind = 'correction' then 'Correction: ' || adjustment_reason
    when kind = 'owed' then 'Owed after a correction'
    when kind = 'repaid' then 'Paid off what you owed'
    when kind = 'set_aside' then 'Remainder set aside at closing'
    when kind = 'request_hold' then 'On hold for a payment request to ' || beneficiary_name
    when kind = 'payout' and payout_kind = 'payout' then 'Payout to ' || beneficiary_name
    when kind = 'payout' then 'Withdrawal to your bank account'
    else case payout_kind when 'withdrawal' then 'Withdrawal' else 'Payout' end
      || case kind when 'reversal' then ' reversed' else ' partly returned' end
  end
`);
