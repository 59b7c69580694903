import { secondsFromNow } from "../clock.ts";
import type { Tx } from "../db.ts";
import { notFound, Refusal } from "../errors.ts";
import { readSettingsWithin } from "../platform/settings.ts";
import { railStandings, type RailStandings } from "../payouts/rail-standings.ts";

/** What decides whether people may say how a payout went. */
export interface DecidableRow {
  readonly status: string;
  readonly provider: string;
  readonly created_at: Date;
  readonly handed_at: Date | null;
  readonly held_at: Date | null;
}

/**
 * Why nobody can propose an outcome now; undefined when somebody can. Long enough without one
 * after it was handed over; or never taken by anybody, and its provider is here no more.
 */
export function whyNotDecidable(
  row: DecidableRow,
  afterHours: number,
  standings: RailStandings,
): string | undefined {
  if (row.status !== "pending" && row.status !== "processing") return "It has its outcome already";
  if (row.held_at) return "Somebody has proposed an outcome already";
  const since = row.handed_at ?? row.created_at;
  if (since > secondsFromNow(-afterHours * 60 * 60)) {
    return `Its provider has ${afterHours} hours for its word; until then it is only asked`;
  }
  if (row.status === "processing") return undefined;
  const standing = standings[row.provider === "alternative" ? "alternative" : "primary"];
  return standing.isGone
    ? undefined
    : "No provider has taken it, and it goes out by itself once one can";
}

export type LockedPayout = Awaited<ReturnType<typeof lockDecidable>>;

/**
 * A payout whose outcome may be proposed, locked: no claim and no report can come between.
 * @throws 404; 409 `OUTCOME_NOT_DECIDABLE` with why.
 */
export async function lockDecidable(db: Tx, id: string, outcome: "paid" | "failed") {
  const standings = await railStandings();
  const payout = await lockPayout(db, id);
  const { outcome_decision_hours: hours } = await readSettingsWithin(db);
  const why = whyNotDecidable(payout, hours, standings);
  if (why !== undefined) throw notDecidable(why);
  if (payout.status === "pending" && outcome === "paid") {
    throw notDecidable("No provider has taken it, so nobody can have paid it");
  }
  return payout;
}

/** Payouts are locked before their decisions, everywhere. */
export async function lockPayout(db: Tx, id: string) {
  const payout = await db
    .selectFrom("payouts")
    .select(["id", "person_id", "reference_id", "amount_paise", "status", "provider", "adapter"])
    .select(["attempts", "created_at", "handed_at", "unknown_since", "held_at"])
    .select(["provider_state", "provider_raw_state", "provider_reference", "utr_number"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!payout) throw notFound("This payout");
  return payout;
}

export const notDecidable = (why: string, retryAfterSeconds?: number) =>
  new Refusal(
    409,
    "OUTCOME_NOT_DECIDABLE",
    why,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
