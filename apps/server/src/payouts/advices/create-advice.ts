import { limits } from "@rokad/contract/limits";
import type { PaymentAdvice } from "@rokad/contract/payment-advices";
import { sql } from "kysely";
import { database, transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { canSendEmail, linkTo } from "../../identity/email/configured-mail.ts";
import { queueMessage } from "../../identity/email/queue-message.ts";
import { enforceHourlyLimit } from "../../identity/rate-limit.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { findPayout } from "../queries.ts";
import { newAdviceLink } from "./advice-link.ts";
import { assertAdvicesOn } from "./advice-settings.ts";
import { readPayment } from "./read-payment.ts";
import { selectAdvices } from "./stored-advice.ts";
import { writeAdvice } from "./write-advice.ts";

/** A new advice. Its link is readable only now; an e-mail has it instead. */
interface CreatedAdvice {
  readonly advice: PaymentAdvice;
  readonly link: string | null;
}

/**
 * E-mails the advice of a paid payout, or creates a link for the person to pass on.
 * @param email the receiver; null for a link.
 * @throws 404; 409 `ADVICES_OFF`, `ADVICE_NOT_POSSIBLE`, `EMAIL_UNAVAILABLE`; 429.
 */
export async function createAdvice(
  person: Tenant,
  payoutId: string,
  email: string | null,
): Promise<CreatedAdvice> {
  const payout = await findPayout(person, payoutId);
  if (!payout) throw notFound("This payout");
  await assertAdvicesOn(person);
  if (payout.payout_kind === "withdrawal")
    throw notPossible("A withdrawal has no payment advice. Use its receipt.");
  if (email !== null && !(await canSendEmail()))
    throw new ApiError(
      409,
      "EMAIL_UNAVAILABLE",
      "This installation sends no e-mails. Copy a link instead.",
    );
  const id = newId();
  const { page, ...stored } = newAdviceLink();
  await transaction(async (db) => {
    await assertRoom(db, payoutId);
    const payment = await readPayment(db, payoutId);
    if (payment?.outcome !== "paid" && payment?.outcome !== "partly")
      throw notPossible("Only a payout that is paid has a payment advice.");
    if (email !== null)
      await enforceHourlyLimit(
        db,
        `payment advices of ${person.tenantId}`,
        limits.adviceEmailsPerHourMax,
        `Your business e-mailed ${limits.adviceEmailsPerHourMax} payment advices this hour. Copy a link instead, or try again later.`,
      );
    await db
      .insertInto("payment_advices")
      .values({
        id,
        payout_id: payoutId,
        tenant_id: person.tenantId,
        state: "active",
        email,
        created_by: person.member.id,
        created_at: now(),
        returned_paise: payment.returnedPaise,
        message_id:
          email === null
            ? null
            : await queueMessage(db, {
                personId: person.tenantId,
                kind: "payment_advice",
                to: email,
                content: await writeAdvice(payment, page),
              }),
        ...stored,
      })
      .execute();
    await publishChange(db, [person.tenantId], ["payouts"]);
    await record(db, {
      act: "payment_advice.created",
      by: person,
      subject: { kind: "payout", id: payoutId },
      after: { advice: id, by: email === null ? "link" : "e-mail" },
    });
  });
  wakeWorker();
  const advice = (await selectAdvices(database(), person.tenantId, payoutId)).find(
    (one) => one.id === id,
  );
  if (!advice) throw new Error(`Payment advice ${id} was created and is not there`);
  return { advice, link: email === null ? linkTo(page) : null };
}

/** Locks the payout's row. Closes the race between two people who create its last advice. */
async function assertRoom(db: Tx, payoutId: string): Promise<void> {
  await sql`select from payouts where id = ${payoutId} for update`.execute(db);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from payment_advices
    where payout_id = ${payoutId} and state = 'active' and expires_at > ${now()}
  `.execute(db);
  if (Number(rows[0]?.count) >= limits.advicesPerPayoutMax)
    throw notPossible(
      `This payout has ${limits.advicesPerPayoutMax} payment advices that work. Revoke one first.`,
    );
}

const notPossible = (message: string) => new ApiError(409, "ADVICE_NOT_POSSIBLE", message);
