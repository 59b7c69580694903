import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { networkOf } from "../../kernel/network.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import { readSettings } from "../settings/settings.ts";
import { storedHolder } from "./code-holder.ts";

/** A page asks three times for each code. */
const callsPerCode = 4;

/**
 * Whether the newest code that this browser requested could not be sent. Without one it counts as
 * sent, as for a number without an account.
 * @throws 429 `TOO_MANY_REQUESTS`.
 */
export async function readCodeStatus(
  mobile: string,
  requester: { readonly browser: string | undefined; readonly address: string },
) {
  const settings = await readSettings();
  await enforceHourlyLimit(
    database(),
    `code statuses from ${networkOf(requester.address)}`,
    settings.code_calls_per_address_per_hour * callsPerCode,
  );
  const { hash } = storedHolder(requester);
  const newest = await database()
    .selectFrom("one_time_codes")
    .select("withdrawn_at")
    .where("mobile", "=", mobile)
    .where("purpose", "=", "sign_in")
    .where("bound_to", "=", hash)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const isUnsent = newest?.withdrawn_at != null && newest.withdrawn_at <= now();
  return { delivery: isUnsent ? ("not_sent" as const) : ("sent" as const) };
}
