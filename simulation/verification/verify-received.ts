import { sql } from "kysely";
import { plainUtr } from "../receiving-bank.ts";
import type { InvariantResult, Records } from "../records.ts";

export const receivedInvariant =
  "every credited deposit is one transfer to its receiving account, to the paisa and once";
export const takenBackInvariant =
  "every credited transfer that an imported statement takes back is shown as a contradiction";

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
  // A request may be completed by its transfer to a virtual account.
  const arrived = [...banks.credits, ...banks.received];
  const transfers = new Map(arrived.map((transfer) => [plainUtr(transfer.utr), transfer]));
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
      const arrivedIn = transfer && "account" in transfer ? transfer.account : null;
      const elsewhere = credits.find(({ account }) => account !== arrivedIn);
      if (elsewhere) return [`${utr}: arrived in ${arrivedIn}, credited in ${elsewhere.account}`];
      return credits.length > 1 ? [`${utr} was credited ${credits.length} times`] : [];
    }),
  };
}

/** Compares the statements' lines with the transfers that the receiving bank took back. */
export async function verifyTakenBack({ db, banks }: Records): Promise<InvariantResult> {
  const { rows } = await sql<{ utr: string; isShown: boolean }>`
    select utr_reference as utr, exists (
      select from statement_lines as line
      where line.deposit_id = deposits.id and line.outcome = 'taken_back'
    ) as "isShown"
    from deposits where status = 'completed'
  `.execute(db);
  const imported = banks.takenBack.filter(({ isImported }) => isImported);
  const utrs = new Set(imported.map(({ utr }) => plainUtr(utr)));
  const credited = Map.groupBy(
    rows.filter(({ utr }) => utrs.has(plainUtr(utr))),
    ({ utr }) => plainUtr(utr),
  );
  return {
    invariant: takenBackInvariant,
    checked: `${imported.length} transfers taken back, ${credited.size} of them credited`,
    violations: [...credited]
      .filter(([, deposits]) => deposits.every(({ isShown }) => !isShown))
      .map(([utr]) => `${utr} was taken back and is credited, and no line shows it`),
  };
}
