import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { database, transaction } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { readMailRoute } from "../email/configured-mail.ts";
import { decodeEmail, decodeText } from "../email/queue-message.ts";
import { EmailNotSentError, sendEmail } from "../email/send-email.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { countInHour } from "../rate-limit.ts";
import { sendNoticeText } from "../sms/send-notice-text.ts";

const batchMax = 5;
/** Longer than a call to the mail server or to two gateways. */
const leaseSeconds = 90;
const firstPauseSeconds = 15;
const longestPauseSeconds = 60 * 60;
const failuresBeforeNotice = 3;

interface LeasedMessage {
  readonly id: string;
  readonly person_id: string;
  readonly kind: string;
  readonly channel: "email" | "sms";
  readonly to_address: string | null;
  readonly content_encrypted: Buffer;
  readonly tries: number;
  readonly give_up_at: Date;
}

interface SendResult {
  readonly state: "sent" | "failed" | "waiting";
  readonly error?: string;
  /** The sandbox's mailbox keeps the content. */
  readonly isKept?: true;
}

/**
 * Sends the messages that are due. No transaction is open while a server or gateway is called. A
 * worker that dies in between leaves its lease to expire: an e-mail then goes out again with the same
 * Message-ID, a text does not.
 * @returns the number of messages worked on.
 */
export async function sendMessages(): Promise<number> {
  const leased = await leaseMessages();
  await Promise.all(leased.map(sendOne));
  return leased.length;
}

async function leaseMessages(): Promise<LeasedMessage[]> {
  const { rows } = await sql<LeasedMessage>`
    with due as (
      select id from outbound_messages where state = 'waiting' and due_at <= ${now()}
      order by due_at limit ${batchMax} for update skip locked
    )
    update outbound_messages set due_at = ${secondsFromNow(leaseSeconds)}, tries = tries + 1
    from due where outbound_messages.id = due.id
    returning outbound_messages.id, person_id, kind, channel, to_address, content_encrypted, tries, give_up_at
  `.execute(database());
  return rows;
}

async function sendOne(message: LeasedMessage): Promise<void> {
  const began = performance.now();
  const result = await attempt(message);
  await storeResult(message, result, Math.round(performance.now() - began));
}

async function attempt(message: LeasedMessage): Promise<SendResult> {
  if (message.give_up_at <= now() && message.tries > 1) {
    return { state: "failed", error: "Given up after many tries" };
  }
  try {
    return message.channel === "sms" ? await sendText(message) : await sendOverMail(message);
  } catch (error) {
    if (error instanceof EmailNotSentError) {
      const state = error.isRefused ? "failed" : "waiting";
      return { state, error: error.message };
    }
    log().error({ err: error, message: message.id }, "A message could not be sent");
    return { state: "waiting", error: "Internal error; see the server's log" };
  }
}

async function sendOverMail({ id, to_address: to, content_encrypted: encrypted }: LeasedMessage) {
  const route = await readMailRoute();
  if (!("server" in route)) {
    if (route.source === "sandbox") return { state: "sent", isKept: true } as const;
    throw new EmailNotSentError("No mail server is set");
  }
  const content = decodeEmail(id, encrypted);
  await sendEmail(route, { ...content, id, to: to ?? "" });
  return { state: "sent" } as const;
}

/** A text is never repeated: the console has its notification. */
async function sendText(message: LeasedMessage): Promise<SendResult> {
  if (message.tries > 1) return { state: "failed", error: "The server stopped while it was sent" };
  const { text, values } = decodeText(message.id, message.content_encrypted);
  const { mobile } = await database()
    .selectFrom("people")
    .select("mobile")
    .where("id", "=", message.person_id)
    .executeTakeFirstOrThrow();
  const isSent = await sendNoticeText(text, mobile, values);
  return isSent ? { state: "sent" } : { state: "failed", error: "No gateway confirmed the text" };
}

/** Closes the race with a worker that took over an expired lease: `tries` identifies our lease. */
async function storeResult(
  { id, person_id: personId, kind, channel, tries, give_up_at: giveUpAt }: LeasedMessage,
  { state, error, isKept }: SendResult,
  tookMs: number,
): Promise<void> {
  const nextTry = secondsFromNow(
    Math.min(firstPauseSeconds * 4 ** (tries - 1), longestPauseSeconds),
  );
  const isOver = state !== "waiting" || nextTry >= giveUpAt;
  const isFault = channel === "email" && state === "waiting";
  await transaction(async (db) => {
    const { numAffectedRows } = await sql`
      update outbound_messages
      set state = ${isOver && state === "waiting" ? "failed" : state},
        due_at = ${isOver ? null : nextTry}, finished_at = ${isOver ? now() : null},
        last_error = ${error ?? null}, took_ms = ${tookMs},
        content_encrypted = case when ${isOver && !isKept} then null else content_encrypted end
      where id = ${id} and state = 'waiting' and tries = ${tries}
    `.execute(db);
    if (!numAffectedRows || channel !== "email") return;
    // Its payout's page says whether it was delivered.
    if (isOver && kind === "payment_advice") await publishChange(db, [personId], ["payouts"]);
    if (error !== undefined || tries > 1) await publishToSuperAdmins(db, ["gateway"]);
    if (!isFault || tries < failuresBeforeNotice) return;
    const { used } = await countInHour(db, "notices of the mail server");
    if (used > 1) return;
    await notifySuperAdmins(db, {
      kind: "provider_failing",
      subjectId: null,
      detail: `E-mails wait, because the mail server fails: ${error ?? ""}`,
    });
  });
}
