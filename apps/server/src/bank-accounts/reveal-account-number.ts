import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { maskedEnd } from "../money.ts";
import { unseal } from "../sealing/seal.ts";
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
        account_number: maskedEnd(account.account_number_end),
      },
    });
    return { account_number: unseal("bank account number", id, account.account_number_sealed) };
  });
}
