import { sql } from "kysely";
import type { Evidence, Finding } from "./evidence.ts";

export const receivedRule =
  "money that was credited on request is a transfer to us, to the paisa and once";

/** Holds what deposits brought into wallets against the books of the bank that took the money in. */
export async function verifyReceived({ db, bank }: Evidence): Promise<Finding> {
  const { rows } = await sql<{ id: string; utr: string; paise: bigint; isOfStatement: boolean }>`
    select deposits.id, utr_reference as utr, amount_paise as paise,
      coalesce(review_note like 'Bank statement %', false) as "isOfStatement"
    from deposits
    join ledger_postings on subject_id = deposits.id and kind = 'credit'
    where came_through is null
  `.execute(db);
  const received = new Map(bank.received.map((one) => [one.utr, one]));
  const ofStatements = rows.filter(({ isOfStatement }) => isOfStatement).length;
  return {
    invariant: receivedRule,
    checked: `${rows.length} credits, ${ofStatements} from statements, ${received.size} transfers`,
    faults: [...Map.groupBy(rows, ({ utr }) => utr)].flatMap(([utr, credits]) => {
      const came = received.get(utr)?.paise;
      if (came === undefined)
        return [`${utr} was credited, and the bank knows of no such transfer`];
      const wrong = credits.find(({ paise }) => paise !== BigInt(came));
      if (wrong) return [`${utr} brought ${came} paise, and deposit ${wrong.id} ${wrong.paise}`];
      return credits.length > 1 ? [`${utr} was credited ${credits.length} times`] : [];
    }),
  };
}
