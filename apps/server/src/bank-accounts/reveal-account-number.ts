import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { maskAccountNumber } from "../money.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { findAccountNumber } from "./review-queries.ts";

/** The whole number, because it is compared with the bank's papers; the log keeps who looked. */
export function revealAccountNumber(reviewer: SuperAdmin, id: string) {
  return transaction(async (db) => {
    const account = await findAccountNumber(db, id);
    if (!account) throw notFound("This bank account");
    await record(db, {
      act: "secret.revealed",
      by: reviewer,
      subject: { kind: "bank_account", id },
      after: {
        tenant: account.person_id,
        account_number: maskAccountNumber(account.account_number),
      },
    });
    return { account_number: account.account_number };
  });
}
