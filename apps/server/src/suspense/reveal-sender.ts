import { record } from "../audit/record.ts";
import { transaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { maskedEnd } from "../money.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { senderOf } from "./carry-out.ts";
import { lockSuspended } from "./queries.ts";

/** The whole number, because the sender's bank asks for it; the log keeps who looked. */
export function revealSender(person: SuperAdmin, id: string) {
  return transaction(async (db) => {
    const credit = await lockSuspended(db, id);
    const sender = credit && senderOf(credit);
    if (!credit || !sender) throw notFound("The sender of this credit");
    await record(db, {
      act: "secret.revealed",
      by: person,
      subject: { kind: "incoming_credit", id },
      after: { account_number: maskedEnd(credit.sender_number_end ?? "") },
    });
    return { account_number: sender.accountNumber };
  });
}
