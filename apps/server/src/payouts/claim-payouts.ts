import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import type { ProviderId } from "../providers/provider.ts";

export interface ClaimedPayout {
  readonly id: string;
  /** Never handed to a provider before. Otherwise it may have been, whatever we remember. */
  readonly isNew: boolean;
  readonly attempts: number;
  readonly reference: string;
  readonly provider: ProviderId;
  readonly method: "upi" | "imps";
  readonly amount_paise: bigint;
  readonly beneficiary_name: string;
  readonly beneficiary_email: string;
  readonly beneficiary_phone: string;
  readonly account_number: string | null;
  readonly ifsc_code: string | null;
  readonly upi_id: string | null;
  readonly remarks: string | null;
}

/**
 * Takes payouts that are due, for `claimSeconds`: no other worker sees them until then. The
 * claim is committed before anything is sent, so a worker that dies with them leaves payouts
 * that are due again later, and that the next one asks the provider about before it sends.
 */
export async function claimPayouts(atMost: number, claimSeconds: number): Promise<ClaimedPayout[]> {
  const { rows } = await sql<ClaimedPayout>`
    with due as (
      select id, status from payouts where due_at <= ${now()}
      order by due_at limit ${atMost} for update skip locked
    ), told as (
      insert into payout_events (payout_id, at, event)
      select id, ${now()}, 'sent' from due where status = 'pending'
    )
    update payouts
    set status = 'processing', due_at = ${secondsFromNow(claimSeconds)},
        attempts = attempts + 1, updated_at = ${now()}
    from due where payouts.id = due.id
    returning payouts.id, due.status = 'pending' as "isNew", attempts, reference_id as reference,
      provider, method, amount_paise, beneficiary_name, beneficiary_email, beneficiary_phone,
      account_number, ifsc_code, upi_id, remarks
  `.execute(database());
  return rows;
}
