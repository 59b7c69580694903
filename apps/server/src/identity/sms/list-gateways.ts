import type { SmsGateway as ListedGateway } from "@rokad/contract/sms-gateways";
import { codeSmsKinds, noticeSmsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { readSettings } from "../settings/settings.ts";
import { smsGateways, type SmsGateway } from "./sms-gateway.ts";

/** The gateways in sending order, with their figures of the last 24 hours. */
export async function listGateways(): Promise<ListedGateway[]> {
  const [statuses, days] = await Promise.all([
    database().selectFrom("sms_gateways").selectAll().execute(),
    selectLastDay(),
  ]);
  return Promise.all(
    smsGateways().map(async (gateway, at) => {
      const status = statuses.find((row) => row.gateway === gateway.name);
      const day = days.find((row) => row.gateway === gateway.name);
      return {
        name: gateway.name,
        place: at === 0 ? ("first" as const) : ("second" as const),
        missing_settings: await missingSettings(gateway, codeSmsKinds),
        missing_lock_text_settings: await missingSettings(gateway, noticeSmsKinds),
        last_success_at: status?.last_success_at?.toISOString() ?? null,
        last_error: status?.last_error_at
          ? { at: status.last_error_at.toISOString(), what: status.last_error ?? "" }
          : null,
        failures_in_row: status?.failures_in_row ?? 0,
        last_day: {
          sent: day?.sent ?? 0,
          failed: day?.failed ?? 0,
          average_ms: day ? day.average_ms : null,
          slowest_ms: day ? day.slowest_ms : null,
        },
      };
    }),
  );
}

/** What the texts of these kinds lack. */
/** The settings that a gateway lacks for these kinds of texts. */
export async function missingSettings(
  gateway: SmsGateway,
  kinds: readonly SmsKind[],
): Promise<string[]> {
  const settings = await readSettings();
  const missing = await Promise.all(
    kinds.map((kind) => gateway.missingSettings(settings[`${kind}_sms`], kind)),
  );
  return [...new Set(missing.flat())];
}

/** Totals per gateway of the current hour and the 23 before it. */
async function selectLastDay() {
  const { rows } = await sql<{
    gateway: string;
    sent: number;
    failed: number;
    average_ms: number;
    slowest_ms: number;
  }>`
    select gateway, sum(sent)::int as sent, sum(failed)::int as failed,
      round(sum(took_ms) / greatest(sum(sent + failed), 1))::int as average_ms,
      max(slowest_ms) as slowest_ms
    from sms_hours
    where hour > ${secondsFromNow(-24 * 60 * 60)}
    group by gateway
  `.execute(database());
  return rows;
}
