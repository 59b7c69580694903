import { secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { notFound, ApiError } from "../../kernel/errors.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { providerStatuses, type ProviderStatuses } from "../provider-status.ts";

/** The columns that determine whether super admins may decide a payout's outcome. */
export interface DecidableRow {
  readonly status: string;
  readonly provider: string;
  readonly created_at: Date;
  readonly handed_at: Date | null;
  readonly send_blocked_at: Date | null;
}

/**
 * Why no outcome can be proposed now; undefined when one can. A sent payout must have been open
 * for `afterHours`; an unsent one also needs a provider that is no longer configured.
 */
export function whyNotDecidable(
  row: DecidableRow,
  afterHours: number,
  statuses: ProviderStatuses,
): string | undefined {
  if (row.status !== "pending" && row.status !== "processing") return "It already has its outcome";
  if (row.send_blocked_at) return "An outcome is already proposed";
  const since = row.handed_at ?? row.created_at;
  if (since > secondsFromNow(-afterHours * 60 * 60)) {
    return `Its provider has ${afterHours} hours to report the outcome`;
  }
  if (row.status === "processing") return undefined;
  const status = statuses[row.provider === "alternative" ? "alternative" : "primary"];
  return status.isUnconfigured
    ? undefined
    : "It has not been sent yet; it is sent automatically when a provider is available";
}

export type DecidablePayout = Awaited<ReturnType<typeof lockDecidable>>;

/**
 * Locks a payout whose outcome may be proposed. Closes the race with a lease and with a provider
 * update.
 * @throws 404; 409 `OUTCOME_NOT_DECIDABLE` with the reason.
 */
export async function lockDecidable(db: Tx, id: string, outcome: "paid" | "failed") {
  const statuses = await providerStatuses();
  const payout = await lockPayout(db, id);
  const { outcome_decision_hours: hours } = await readSettingsWithin(db);
  const why = whyNotDecidable(payout, hours, statuses);
  if (why !== undefined) throw notDecidable(why);
  if (payout.status === "pending" && outcome === "paid") {
    throw notDecidable("It has not been sent, so it can't have been paid");
  }
  return payout;
}

/** Locks a payout. Payouts are locked before their decisions everywhere, so nothing deadlocks. */
export async function lockPayout(db: Tx, id: string) {
  const payout = await db
    .selectFrom("payouts")
    .select(["id", "tenant_id", "reference_id", "amount_paise", "status", "provider", "adapter"])
    .select(["attempts", "created_at", "handed_at", "unknown_since", "send_blocked_at"])
    .select(["provider_state", "provider_raw_state", "provider_reference", "utr_number"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!payout) throw notFound("This payout");
  return payout;
}

export const notDecidable = (why: string, retryAfterSeconds?: number) =>
  new ApiError(
    409,
    "OUTCOME_NOT_DECIDABLE",
    why,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
