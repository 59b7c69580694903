import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { senderOf } from "./apply-decision.ts";
import { lockSuspended } from "./queries.ts";

/** The full number, for questions to the sender's bank; the audit log records the access. */
export function revealSender(person: SuperAdmin, id: string) {
  return transaction(async (db) => {
    const credit = await lockSuspended(db, id);
    const sender = credit && senderOf(credit);
    if (!credit || !sender) throw notFound("The sender of this credit");
    await record(db, {
      act: "secret.revealed",
      by: person,
      subject: { kind: "incoming_credit", id },
      after: { account_number: maskEnd(credit.sender_number_end ?? "") },
    });
    return { account_number: sender.accountNumber };
  });
}
