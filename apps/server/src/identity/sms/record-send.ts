import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { log } from "../../kernel/log.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { gatewayNames } from "./gateway-names.ts";
import type { SmsGateway } from "./sms-gateway.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";

export interface SendFailure {
  /** Contains no number, code or key. */
  readonly message: string;
  /** The gateway refused only this number. */
  readonly isNumberRejected: boolean;
}

interface SendOutcome {
  readonly tookMs: number;
  readonly failure: SendFailure | null;
  readonly afterFailure: AfterFailure;
}

/** What follows a failure: the second gateway sends the text, none does, or a person gets no code. */
export type AfterFailure = "second_gateway" | "no_text" | "no_code";

const failuresBeforeNotice = 3;
const noticeIntervalSeconds = 60 * 60;

/**
 * Records a send's outcome and time. Notifies super admins at the third failure in a row, or at the
 * first that leaves a person without a code; of the same at most once an hour.
 */
export async function recordSend(gateway: SmsGateway["name"], outcome: SendOutcome): Promise<void> {
  try {
    await transaction(async (db) => {
      await addToHour(db, gateway, outcome);
      await updateStatus(db, gateway, outcome);
    });
  } catch (error) {
    // Missing figures must fail neither this send nor the next gateway's.
    log().error({ gateway, err: error }, "Failed to record an SMS send");
  }
}

/** Adds a send to its hour. In India an hour starts at half past in UTC. */
async function addToHour(db: Tx, gateway: string, { tookMs, failure }: SendOutcome): Promise<void> {
  const [sent, failed] = failure ? [0, 1] : [1, 0];
  await sql`
    insert into sms_hours (gateway, hour, sent, failed, took_ms, slowest_ms)
    values (
      ${gateway}, date_bin('1 hour', ${now()}::timestamptz, timestamptz '2000-01-01 00:30:00Z'),
      ${sent}, ${failed}, ${tookMs}, ${tookMs}
    )
    on conflict (gateway, hour) do update set
      sent = sms_hours.sent + excluded.sent,
      failed = sms_hours.failed + excluded.failed,
      took_ms = sms_hours.took_ms + excluded.took_ms,
      slowest_ms = greatest(sms_hours.slowest_ms, excluded.slowest_ms)
  `.execute(db);
}

async function updateStatus(
  db: Tx,
  gateway: SmsGateway["name"],
  outcome: SendOutcome,
): Promise<void> {
  const { failure, tookMs, afterFailure } = outcome;
  const at = now();
  const isGatewayFault = failure !== null && !failure.isNumberRejected;
  const row = failure
    ? { last_error_at: at, last_error: failure.message, last_ms: tookMs }
    : { last_success_at: at, last_ms: tookMs, failures_in_row: 0 };
  const status = await db
    .insertInto("sms_gateways")
    .values({ gateway, ...row, ...(isGatewayFault && { failures_in_row: 1 }) })
    .onConflict((conflict) =>
      conflict.column("gateway").doUpdateSet({
        ...row,
        ...(isGatewayFault && { failures_in_row: sql<number>`sms_gateways.failures_in_row + 1` }),
      }),
    )
    .returning("failures_in_row")
    .executeTakeFirstOrThrow();
  const isVisibleChange = isGatewayFault
    ? status.failures_in_row <= failuresBeforeNotice
    : failure === null;
  if (isVisibleChange) await publishToSuperAdmins(db, ["gateway"]);
  const isNews = afterFailure === "no_code" || status.failures_in_row === failuresBeforeNotice;
  if (isGatewayFault && isNews)
    await notifyOfFailure(db, `${gatewayNames[gateway]} ${sentences[afterFailure]}`, failure);
}

const sentences: Readonly<Record<AfterFailure, string>> = {
  second_gateway: `could not send ${failuresBeforeNotice} texts in a row; the second gateway sent them`,
  no_text: `could not send ${failuresBeforeNotice} texts in a row`,
  no_code: "could not send a code, and no other gateway was left",
};

/** The gateway's row is locked, so the sentence is not repeated by a send at the same moment. */
async function notifyOfFailure(db: Tx, sentence: string, { message }: SendFailure): Promise<void> {
  const earlier = await db
    .selectFrom("notifications")
    .select("id")
    .where("kind", "=", "provider_failing")
    .where("created_at", ">", secondsFromNow(-noticeIntervalSeconds))
    .where("detail", "like", `${sentence}: %`)
    .limit(1)
    .executeTakeFirst();
  if (earlier) return;
  await notifySuperAdmins(db, {
    kind: "provider_failing",
    subjectId: null,
    detail: `${sentence}: ${message}`,
  });
}
