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
  /** No gateway is left, so the person gets no text. */
  readonly isLast: boolean;
}

const failuresBeforeNotice = 3;
const noticeIntervalSeconds = 60 * 60;

/**
 * Records a send's outcome and time. Notifies super admins at the third failure in a row, or at the
 * first that leaves a person without a text; at most once an hour.
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
  const { failure, tookMs, isLast } = outcome;
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
    .returning(["failures_in_row", "notified_at"])
    .executeTakeFirstOrThrow();
  const isVisibleChange = isGatewayFault
    ? status.failures_in_row <= failuresBeforeNotice
    : failure === null;
  if (isVisibleChange) await publishToSuperAdmins(db, ["gateway"]);
  if (!isGatewayFault || !(isLast || status.failures_in_row === failuresBeforeNotice)) return;
  if (status.notified_at && status.notified_at > secondsFromNow(-noticeIntervalSeconds)) return;
  await db
    .updateTable("sms_gateways")
    .set({ notified_at: at })
    .where("gateway", "=", gateway)
    .execute();
  const name = gatewayNames[gateway];
  await notifySuperAdmins(db, {
    kind: "provider_failing",
    subjectId: null,
    detail: isLast
      ? `${name} could not send a code, and no other gateway was left: ${failure.message}`
      : `${name} could not send ${failuresBeforeNotice} texts in a row; the second gateway sent them: ${failure.message}`,
  });
}
