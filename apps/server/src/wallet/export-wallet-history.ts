import { sql } from "kysely";
import { instantCell, ownCell, rupeesCell, textCell } from "../csv-cells.ts";
import type { CopiedCsv, HistoryFile } from "../copied-csv.ts";
import { today } from "../days.ts";
import { reading } from "../replica.ts";
import { openedDestination, shownDestinationCell } from "../payouts/destination-cell.ts";
import type { Tenant } from "../sign-in/person.ts";
import { movements, type WalletFilter } from "./queries.ts";
import { totalMovements } from "./total-movements.ts";

/** Every movement of the filter, newest first; debits are negative, as on the screen. */
export async function walletHistoryFile(
  tenant: Tenant,
  filter: WalletFilter,
): Promise<HistoryFile> {
  const db = await reading();
  return {
    db,
    fileName: `wallet-history-${today()}.csv`,
    count: async () => (await totalMovements(db, tenant, filter)).count,
    csv: csvOf(tenant, filter),
  };
}

function csvOf(tenant: Tenant, filter: WalletFilter): CopiedCsv {
  return {
    columns: [
      ["Date", instantCell(sql`at`)],
      ["Type", ownCell(sql`type`)],
      ["Amount", rupeesCell(sql`case when type = 'debit' then -paise else paise end`)],
      ["Description", describe],
      ["Account / UPI ID", shownDestinationCell(tenant)],
      ["IFSC", textCell(sql`ifsc_code`)],
      ["Bank", textCell(sql`bank_name`)],
      ["Payout Amount", rupeesCell(sql`amount_paise`)],
      ["Platform Fee", rupeesCell(sql`fee_paise`)],
      ["GST", rupeesCell(sql`gst_paise`)],
      ["Reference", textCell(sql`reference`)],
      ["UTR", textCell(sql`utr`)],
      ["Status", ownCell(sql`status`)],
      ["Failure Reason", textCell(sql`failure_reason`)],
      ["Transaction ID", ownCell(sql`id`)],
    ],
    sealed: openedDestination(tenant, "Account / UPI ID", sql`payout_id`),
    from: sql`(${movements(tenant, filter)}) as movements order by at desc, id desc`,
  };
}

const describe = ownCell(sql`
  case kind when 'deposit' then 'Wallet Credit' when 'reversal' then 'Payout reversed'
    else 'Payout to ' || beneficiary_name end
`);
