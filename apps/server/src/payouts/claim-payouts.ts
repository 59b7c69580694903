import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { SealedDestination } from "./destination.ts";
import { adapterNames, standardAdapters } from "../providers/rails.ts";
import { railStandings } from "./rail-standings.ts";
import { keptPlan } from "../kept-plans.ts";

export interface ClaimedPayout extends SealedDestination {
  /** Certainly never handed to a provider before. Otherwise it may have been, whatever we remember. */
  readonly isNew: boolean;
  /**
   * False while its rail is paused or unwell, and while an outcome is proposed for it: it is asked
   * about, and not handed over if it is not known.
   */
  readonly maySend: boolean;
  /** Which claim this is, that of a killed worker counted too. */
  readonly attempts: number;
  /** How many looks have ended before this one. */
  readonly looks: number;
  readonly reference: string;
  readonly provider: ProviderId;
  /** The adapter that it was or will be handed to: chosen once, whatever the settings say later. */
  readonly adapter: string;
  readonly amount_paise: bigint;
  readonly beneficiary_name: string;
  readonly beneficiary_email: string;
  readonly beneficiary_phone: string;
  readonly ifsc_code: string | null;
  readonly remarks: string | null;
}

/**
 * Payouts of one rail that wait for the same thing: to be sent, or to be looked up. Each lane has
 * its own places, so that neither many that wait nor many without an outcome hold up the others.
 */
export interface Lane {
  readonly provider: ProviderId;
  readonly status: "pending" | "processing";
}

export const everyLane: readonly Lane[] = providerIds.flatMap((provider) =>
  (["pending", "processing"] as const).map((status) => ({ provider, status })),
);

export interface Places extends Lane {
  readonly atMost: number;
}

/** So many places in each lane. */
export function inEveryLane(atMost: number): Places[] {
  return everyLane.map((lane) => ({ ...lane, atMost }));
}

/**
 * Takes payouts that are due, for `claimSeconds`: no other worker sees them until then. The
 * claim is committed before anything is sent, so a worker that dies with them leaves payouts
 * that are due again later, and that the next one asks the provider about before it sends.
 *
 * The adapter behind the rail is written down with the claim: whoever asks later how the payout
 * went asks the one that it was handed to, also when System Settings name another by then.
 *
 * Of a rail that is paused, unwell, or whose adapter is not configured here, only those are taken
 * that may have been sent before. The share lock on the rail's row makes a pause wait for this
 * claim, and this claim for a pause that is being made.
 * @param places the lanes to take from, and how many of each at most
 */
export async function claimPayouts(
  places: readonly Places[],
  claimSeconds: number,
): Promise<ClaimedPayout[]> {
  const standard = standardAdapters();
  const standings = await railStandings();
  const unwell = providerIds.filter((id) => standings[id].unwell !== undefined);
  const { rows } = await sql<ClaimedPayout>`
    ${keptPlan} with adapters as (
      select id, coalesce(
        value #>> '{}',
        case id when 'primary' then ${standard.primary} else ${standard.alternative} end
      ) as adapter
      from providers left join settings on key = id || '_provider'
    ), rails as (
      select id from providers
      where paused_at is null and id <> all(${unwell}::text[]) and id in (
        select id from adapters where adapter = any(${adapterNames()}::text[])
      ) and (
        exists (
          select from payouts
          where status = 'pending' and provider = providers.id and due_at <= ${now()}
        ) or exists (
          select from payouts
          where status = 'processing' and provider = providers.id and due_at <= ${now()}
        )
      )
      for share
    ), lanes as (
      select * from unnest(
        ${places.map((lane) => lane.status)}::text[],
        ${places.map((lane) => lane.provider)}::text[],
        ${places.map((lane) => lane.atMost)}::int[]
      ) as lanes (status, id, at_most)
      where status = 'processing' or id in (select id from rails)
    ), due as (
      select claimed.* from lanes cross join lateral (
        select payouts.id, person_id, payouts.status, attempts from payouts
        where payouts.status = lanes.status and payouts.provider = lanes.id
          and due_at <= ${now()} and (payouts.status = 'processing' or held_at is null)
        order by due_at limit lanes.at_most for update skip locked
      ) as claimed
    ), told as (
      insert into payout_events (payout_id, person_id, at, event)
      select id, person_id, ${now()}, 'sent' from due where status = 'pending' and attempts = 0
    )
    update payouts
    set status = 'processing', adapter = coalesce(
          payouts.adapter, (select adapter from adapters where adapters.id = payouts.provider)
        ),
        handed_at = coalesce(handed_at, ${now()}), due_at = ${secondsFromNow(claimSeconds)},
        attempts = payouts.attempts + 1, updated_at = ${now()}
    from due where payouts.id = due.id
    returning payouts.id, due.status = 'pending' as "isNew",
      held_at is null and provider in (select id from rails) as "maySend", payouts.attempts, looks,
      reference_id as reference,
      provider, adapter, method, amount_paise, beneficiary_name, beneficiary_email, beneficiary_phone,
      destination_sealed, destination_end, ifsc_code, remarks
  `.execute(database());
  return rows;
}
