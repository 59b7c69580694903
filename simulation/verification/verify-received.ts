import { sql } from "kysely";
import { plainUtr } from "../receiving-bank.ts";
import type { InvariantResult, Records } from "../records.ts";

export const receivedInvariant =
  "every credited deposit is one transfer to its receiving account, to the paisa and once";

interface Credited {
  readonly id: string;
  readonly utr: string;
  readonly paise: bigint;
  readonly account: string | null;
  readonly isFromStatement: boolean;
}

/** Compares the credited deposits with the books of the receiving bank. */
export async function verifyReceived({ db, banks }: Records): Promise<InvariantResult> {
  const { rows } = await sql<Credited>`
    select deposits.id, utr_reference as utr, deposits.amount_paise as paise,
      entry.receiving_account_id as account,
      coalesce(review_note like 'Bank statement %', false) as "isFromStatement"
    from deposits
    join ledger_postings on subject_id = deposits.id and kind = 'credit'
    left join ledger_entries as entry on posting_id = ledger_postings.id and account = 'bank'
    where came_through is null
  `.execute(db);
  const transfers = new Map(banks.received.map((transfer) => [plainUtr(transfer.utr), transfer]));
  const fromStatements = rows.filter(({ isFromStatement }) => isFromStatement).length;
  return {
    invariant: receivedInvariant,
    checked: `${rows.length} credits, ${fromStatements} from statements, ${transfers.size} transfers`,
    violations: [...Map.groupBy(rows, ({ utr }) => plainUtr(utr))].flatMap(([utr, credits]) => {
      const transfer = transfers.get(utr);
      const received = transfer?.paise;
      if (received === undefined) return [`${utr} was credited, but the bank has no such transfer`];
      const wrong = credits.find(({ paise }) => paise !== BigInt(received));
      if (wrong)
        return [
          `${utr}: the bank received ${received} paise, deposit ${wrong.id} has ${wrong.paise}`,
        ];
      const elsewhere = credits.find(({ account }) => account !== transfer?.account);
      if (elsewhere)
        return [`${utr}: arrived in ${transfer?.account}, credited in ${elsewhere.account}`];
      return credits.length > 1 ? [`${utr} was credited ${credits.length} times`] : [];
    }),
  };
}
