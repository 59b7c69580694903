import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { queueMessage } from "../../identity/email/queue-message.ts";
import { readPaymentChanges } from "../../ledger/finished-payouts.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { newAdviceLink } from "./advice-link.ts";
import { readPayments, type Payment } from "./read-payment.ts";
import { writeAdvice, writeCorrection } from "./write-advice.ts";

const postingsPerBatch = 200;

/**
 * Follows the postings of payouts: e-mails what was planned once a payout is paid, drops it if it is
 * not, and writes again to who was written to if money came back. Payouts never wait for it, and a
 * crash repeats nothing: advice, e-mail and position are one transaction.
 * @param signal stops it between two batches.
 */
export async function sendDueAdvices(signal: AbortSignal): Promise<void> {
  let count: number;
  do {
    count = await transaction(followPostings);
    // The e-mails are due now.
    if (count > 0) wakeWorker();
  } while (count === postingsPerBatch && !signal.aborted);
}

/** @returns how many postings it read; 0 while another worker follows. */
async function followPostings(db: Tx): Promise<number> {
  const { rows } = await sql<{ up_to: string }>`
    select up_to from payment_advice_head for update skip locked
  `.execute(db);
  const [head] = rows;
  if (!head) return 0;
  const { subjectIds, upTo } = await readPaymentChanges(db, {
    after: head.up_to,
    atMost: postingsPerBatch,
  });
  if (upTo !== head.up_to) await sql`update payment_advice_head set up_to = ${upTo}`.execute(db);
  if (subjectIds.length > 0) await applyChanges(db, subjectIds);
  return subjectIds.length;
}

interface DueAdvice {
  readonly id: string;
  readonly payout_id: string;
  readonly tenant_id: string;
  readonly state: "planned" | "active" | "revoked";
  readonly email: string;
  readonly returned_paise: bigint;
  readonly is_on: boolean;
}

/** @param subjectIds of payouts and of their returns. */
async function applyChanges(db: Tx, subjectIds: readonly string[]): Promise<void> {
  const { rows: advices } = await sql<DueAdvice>`
    select advices.id, payout_id, advices.tenant_id, state, email, returned_paise,
      coalesce(is_on, false) as is_on
    from payment_advices as advices
    left join payment_advice_settings as settings on settings.tenant_id = advices.tenant_id
    where state <> 'dropped' and email is not null and payout_id in (
      select unnest(${subjectIds}::uuid[])
      union select payout_id from payout_reversals where id = any(${subjectIds}::uuid[])
    )
    order by advices.id for update of advices
  `.execute(db);
  if (advices.length === 0) return;
  const ids = advices.map(({ payout_id: id }) => id);
  const payments = await readPayments(db, sql`payouts.id = any(${ids}::uuid[])`);
  for (const advice of advices) {
    const payment = payments.get(advice.payout_id);
    if (!payment) throw new Error(`Payment advice ${advice.id} names no payout`);
    if (advice.state === "planned") await sendPlanned(db, advice, payment);
    else if (payment.returnedPaise > advice.returned_paise)
      await sendCorrection(db, advice, payment);
  }
  await publishChange(
    db,
    advices.map(({ tenant_id: id }) => id),
    ["payouts"],
  );
}

async function sendPlanned(db: Tx, advice: DueAdvice, payment: Payment): Promise<void> {
  const isPaid = payment.outcome === "paid" || payment.outcome === "partly";
  if (!isPaid || !advice.is_on) {
    await sql`update payment_advices set state = 'dropped' where id = ${advice.id}`.execute(db);
    return;
  }
  const { page, ...stored } = newAdviceLink();
  const messageId = await queueMessage(db, {
    personId: advice.tenant_id,
    kind: "payment_advice",
    to: advice.email,
    content: await writeAdvice(payment, page),
  });
  await db
    .updateTable("payment_advices")
    .set({
      state: "active",
      message_id: messageId,
      returned_paise: payment.returnedPaise,
      ...stored,
    })
    .where("id", "=", advice.id)
    .execute();
}

/** Also of an advice that was revoked, or with advices off: the receiver has the e-mail. */
async function sendCorrection(db: Tx, advice: DueAdvice, payment: Payment): Promise<void> {
  await queueMessage(db, {
    personId: advice.tenant_id,
    kind: "payment_advice",
    to: advice.email,
    content: await writeCorrection(payment),
  });
  await sql`
    update payment_advices set returned_paise = ${payment.returnedPaise} where id = ${advice.id}
  `.execute(db);
}
