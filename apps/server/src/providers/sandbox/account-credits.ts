import { database } from "../../database/db.ts";
import type { AccountCredit } from "../account-credit.ts";

/** The money that the sandbox bank received from us in a period; its opening balance is the first. */
export async function* listAccountCredits(
  from: Date,
  to: Date,
): AsyncGenerator<readonly AccountCredit[]> {
  const rows = await database()
    .selectFrom("sandbox_bank.account_credits")
    .selectAll()
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .orderBy("created_at")
    .execute();
  if (rows.length === 0) return;
  yield rows.map((row) => ({
    creditReference: row.reference,
    amountPaise: row.amount_paise,
    utr: row.utr,
    payerAccount: row.payer_account,
    at: row.created_at,
  }));
}
