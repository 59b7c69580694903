import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import type { ProviderId } from "../providers/provider.ts";

type Which = { readonly payoutId: string } | { readonly untakenBy: ProviderId };

/**
 * Lets workers ask about payouts without an outcome now, rather than when they would. One that a
 * worker holds just now is left to it: until its claim could have run out, which is not told
 * apart from a pause between two looks.
 * @returns when each will be asked about.
 */
export async function lookSooner(db: Tx, which: Which, claimSeconds: number): Promise<Date[]> {
  const soonest = sql`greatest(${now()}::timestamptz, updated_at + make_interval(secs => ${claimSeconds}))`;
  const { rows } = await sql<{ due_at: Date }>`
    update payouts set due_at = least(due_at, ${soonest})
    where status = 'processing' and due_at is not null and ${
      "payoutId" in which
        ? sql`id = ${which.payoutId}`
        : sql`provider = ${which.untakenBy} and provider_state is null`
    }
    returning due_at
  `.execute(db);
  return rows.map((row) => row.due_at);
}
