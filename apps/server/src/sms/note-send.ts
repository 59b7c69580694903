import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { log } from "../log.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { gatewayNames } from "./gateway-names.ts";
import type { SmsGateway } from "./sms.ts";

export interface Failure {
  /** Without anything that is secret. */
  readonly what: string;
  /** Another number's text would have been taken. */
  readonly aboutNumber: boolean;
}

interface Outcome {
  readonly tookMs: number;
  readonly failure: Failure | null;
  /** Nobody is asked after this gateway: whoever waits for the text has none. */
  readonly isLast: boolean;
}

const failuresThatTell = 3;
const quietSeconds = 60 * 60;

/**
 * Keeps how a send went, and tells super admins when sends begin to fail: at the third failure in
 * a row, or at the first that leaves a person without a text; once an hour at most.
 */
export async function noteSend(gateway: SmsGateway["name"], outcome: Outcome): Promise<void> {
  try {
    await transaction(async (db) => {
      await countInHour(db, gateway, outcome);
      await keep(db, gateway, outcome);
    });
  } catch (error) {
    // The text is on its way, or the second gateway's turn comes: neither waits for the figures.
    log().error({ gateway, err: error }, "How a text was sent could not be kept");
  }
}

/** In India hours begin at half past in UTC. */
async function countInHour(db: Tx, gateway: string, { tookMs, failure }: Outcome): Promise<void> {
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

async function keep(db: Tx, gateway: SmsGateway["name"], outcome: Outcome): Promise<void> {
  const { failure, tookMs, isLast } = outcome;
  const at = now();
  const isItsFault = failure !== null && !failure.aboutNumber;
  const row = failure
    ? { last_error_at: at, last_error: failure.what, last_ms: tookMs }
    : { last_success_at: at, last_ms: tookMs, failures_in_row: 0 };
  const kept = await db
    .insertInto("sms_gateways")
    .values({ gateway, ...row, ...(isItsFault && { failures_in_row: 1 }) })
    .onConflict((conflict) =>
      conflict.column("gateway").doUpdateSet({
        ...row,
        ...(isItsFault && { failures_in_row: sql<number>`sms_gateways.failures_in_row + 1` }),
      }),
    )
    .returning(["failures_in_row", "told_at"])
    .executeTakeFirstOrThrow();
  const isNews = isItsFault ? kept.failures_in_row <= failuresThatTell : failure === null;
  if (isNews) await announce(db, await superAdminIds(db), ["gateway"]);
  if (!isItsFault || !(isLast || kept.failures_in_row === failuresThatTell)) return;
  if (kept.told_at && kept.told_at > secondsFromNow(-quietSeconds)) return;
  await db
    .updateTable("sms_gateways")
    .set({ told_at: at })
    .where("gateway", "=", gateway)
    .execute();
  const name = gatewayNames[gateway];
  await tellSuperAdmins(db, {
    kind: "provider_failing",
    subjectId: null,
    detail: isLast
      ? `${name} could not send a code, and nobody else was there to send it: ${failure.what}`
      : `${name} could not send ${failuresThatTell} texts in a row; the second gateway sent them: ${failure.what}`,
  });
}
