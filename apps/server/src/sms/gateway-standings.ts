import { secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { smsGateways } from "./sms.ts";

const believedSeconds = 10 * 60;

/**
 * Each gateway in the order in which they are asked: how long its last send took, and whether it
 * fails, as far as all servers know from the last ten minutes. After those, one that sends again is
 * the likelier thing.
 */
export async function gatewayStandings() {
  const rows = await database()
    .selectFrom("sms_gateways")
    .select(["gateway", "last_ms", "failures_in_row", "last_error_at"])
    .execute();
  return smsGateways().map(({ name }) => {
    const last = rows.find((row) => row.gateway === name);
    const failedAt = last && last.failures_in_row > 0 ? last.last_error_at : null;
    return {
      lastMs: last?.last_ms ?? 0,
      fails: failedAt !== null && failedAt > secondsFromNow(-believedSeconds),
    };
  });
}
