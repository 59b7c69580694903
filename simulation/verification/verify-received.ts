import { sql } from "kysely";
import { plainUtr } from "../receiving-bank.ts";
import type { InvariantResult, Records } from "../records.ts";

export const receivedInvariant =
  "every credited deposit is one transfer to the receiving account, to the paisa and once";

/** Compares the credited deposits with the books of the receiving bank. */
export async function verifyReceived({ db, banks }: Records): Promise<InvariantResult> {
  const { rows } = await sql<{ id: string; utr: string; paise: bigint; isFromStatement: boolean }>`
    select deposits.id, utr_reference as utr, amount_paise as paise,
      coalesce(review_note like 'Bank statement %', false) as "isFromStatement"
    from deposits
    join ledger_postings on subject_id = deposits.id and kind = 'credit'
    where came_through is null
  `.execute(db);
  const transfers = new Map(banks.received.map((transfer) => [plainUtr(transfer.utr), transfer]));
  const fromStatements = rows.filter(({ isFromStatement }) => isFromStatement).length;
  return {
    invariant: receivedInvariant,
    checked: `${rows.length} credits, ${fromStatements} from statements, ${transfers.size} transfers`,
    violations: [...Map.groupBy(rows, ({ utr }) => plainUtr(utr))].flatMap(([utr, credits]) => {
      const received = transfers.get(utr)?.paise;
      if (received === undefined) return [`${utr} was credited, but the bank has no such transfer`];
      const wrong = credits.find(({ paise }) => paise !== BigInt(received));
      if (wrong)
        return [
          `${utr}: the bank received ${received} paise, deposit ${wrong.id} has ${wrong.paise}`,
        ];
      return credits.length > 1 ? [`${utr} was credited ${credits.length} times`] : [];
    }),
  };
}
