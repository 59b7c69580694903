import { setTimeout } from "node:timers/promises";
import { secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { smsNotSent } from "../errors.ts";
import { smsGateways } from "./sms.ts";

const believedSeconds = 10 * 60;

/**
 * For a number without an account, to which no text goes: takes as long as the last send took and
 * ends as that did, so that neither the time nor a failing gateway tells which numbers have one.
 * @throws 503 `SMS_NOT_SENT` while every gateway fails.
 */
export async function asIfSent(): Promise<void> {
  const rows = await database()
    .selectFrom("sms_gateways")
    .select(["gateway", "last_ms", "failures_in_row", "last_error_at"])
    .execute();
  for (const { name } of smsGateways()) {
    const last = rows.find((row) => row.gateway === name);
    await setTimeout(last?.last_ms ?? 0);
    // Long after its last failure nobody knows; a gateway that sends again is the likelier one.
    const fails =
      last &&
      last.failures_in_row > 0 &&
      last.last_error_at &&
      last.last_error_at > secondsFromNow(-believedSeconds);
    if (!fails) return;
  }
  throw smsNotSent();
}
