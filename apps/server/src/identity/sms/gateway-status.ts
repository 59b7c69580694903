import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { smsGateways } from "./sms-gateway.ts";

const failureValidSeconds = 10 * 60;

/**
 * Each gateway in sending order, with the milliseconds of its last send and whether it fails. All
 * servers share the figures. A failure counts for ten minutes; then the gateway probably works again.
 */
export async function readGatewayStatuses() {
  const rows = await database()
    .selectFrom("sms_gateways")
    .select(["gateway", "last_ms", "failures_in_row", "last_error_at"])
    .execute();
  return smsGateways().map(({ name }) => {
    const last = rows.find((row) => row.gateway === name);
    const failedAt = last && last.failures_in_row > 0 ? last.last_error_at : null;
    return {
      lastMs: last?.last_ms ?? 0,
      isFailing: failedAt !== null && failedAt > secondsFromNow(-failureValidSeconds),
    };
  });
}
