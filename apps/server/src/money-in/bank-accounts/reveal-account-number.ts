import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { maskEnd } from "../../kernel/money.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { findAccountNumber } from "./review-queries.ts";

/** The full number, for comparison with the bank's documents; the audit log records the access. */
export function revealAccountNumber(reviewer: SuperAdmin, id: string) {
  return transaction(async (db) => {
    const account = await findAccountNumber(db, id);
    if (!account) throw notFound("This bank account");
    await record(db, {
      act: "secret.revealed",
      by: reviewer,
      subject: { kind: "bank_account", id },
      after: {
        tenant: account.tenant_id,
        account_number: maskEnd(account.account_number_end),
      },
    });
    return { account_number: decrypt("bank account number", id, account.account_number_encrypted) };
  });
}
