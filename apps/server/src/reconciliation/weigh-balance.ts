import { sql } from "kysely";
import { now } from "../clock.ts";
import { database, type Tx } from "../db.ts";
import { OutcomeUnknownError, type Provider } from "../providers/provider.ts";
import { adapterSums } from "../sums/sums-by-adapter.ts";

/** What a provider told that we have with it, and what our books said at that moment. */
export interface Weighed {
  readonly at: Date;
  readonly told_paise: bigint;
  readonly taken_paise: bigint;
  readonly charges_paise: bigint;
  readonly returned_paise: bigint;
}

type Weighing = { readonly weighed: Weighed } | { readonly problem: string };

const triesMax = 3;

/**
 * Asks for the provider's balance between two looks into our books that are the same, so that
 * what moves meanwhile does not come out as money that nobody can explain.
 */
export async function weighBalance(provider: Provider): Promise<Weighing> {
  if (!provider.balance) return { problem: "This provider does not tell its balance" };
  try {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const before = await sumTaken(provider.name);
      const told_paise = await provider.balance();
      const at = now();
      const after = await sumTaken(provider.name);
      if (isSame(before, after)) return { weighed: { at, told_paise, ...after } };
    }
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    return { problem: "The provider did not tell its balance" };
  }
  return { problem: "Payouts were moving all the time while it was asked for its balance" };
}

type Taken = Pick<Weighed, "taken_paise" | "charges_paise" | "returned_paise">;

/** From the first payout on: what lies between two of these is what happened in between. */
async function sumTaken(adapter: string): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select coalesce(sum(taken_paise), 0)::bigint as taken_paise,
      coalesce(sum(charges_paise), 0)::bigint as charges_paise,
      coalesce(sum(returned_paise), 0)::bigint as returned_paise
    from ${adapterSums} as sums where adapter = ${adapter}
  `.execute(database());
  return rows[0] ?? { taken_paise: 0n, charges_paise: 0n, returned_paise: 0n };
}

function isSame(one: Taken, other: Taken): boolean {
  return (
    one.taken_paise === other.taken_paise &&
    one.charges_paise === other.charges_paise &&
    one.returned_paise === other.returned_paise
  );
}

/** Keeps it for the run, with the one before that it is held against. */
export async function keepBalance(
  db: Tx,
  run: { readonly id: string; readonly adapter: string },
  weighed: Weighed,
): Promise<void> {
  const previous = await db
    .selectFrom("reconciliation_balances")
    .select("run_id")
    .where("adapter", "=", run.adapter)
    .where("at", "<=", weighed.at)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  await db
    .insertInto("reconciliation_balances")
    .values({
      run_id: run.id,
      adapter: run.adapter,
      ...weighed,
      previous_run_id: previous?.run_id ?? null,
    })
    .execute();
}
