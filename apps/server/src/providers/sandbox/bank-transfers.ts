import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { now } from "../../clock.ts";
import { database, transaction, type Db } from "../../db.ts";
import { gather } from "../../gather.ts";
import type { PaidTotals, Report, Transfer } from "../provider.ts";
import { maskedDestinationOf, type Outcome } from "./outcomes.ts";

/** A transfer in the sandbox bank's own record. */
export interface BankTransfer {
  readonly idempotency_key: string;
  readonly reference: string;
  readonly state: Report["state"];
  readonly utr: string | null;
  readonly reason: string | null;
  /** Null: it takes nothing for a transfer of play money, and tells no charge. */
  readonly fee_paise: bigint | null;
  readonly tax_paise: bigint | null;
}

/** What is still to happen to a transfer, kept with it so that a restart forgets nothing. */
interface PlannedStep {
  readonly state: Report["state"];
  readonly at: string;
  readonly utr?: string;
  readonly reason?: string;
  readonly quiet?: true;
}

const columns = [
  "idempotency_key",
  "reference",
  "state",
  "utr",
  "reason",
  "fee_paise",
  "tax_paise",
] as const;
const noticesAtMost = 200;
/** What the platform has with the sandbox bank before the first payout: play money, ₹100 crore. */
const openingBalancePaise = 100_00_00_000_00n;

export function bankTransfers({ settleMs }: { settleMs: number }) {
  const take = gather(takeTransfers, { atMost: 200 });

  return {
    /** Counts a call of a transfer that the bank answers with 503 the first `times` times. */
    async isRefusingCalls(key: string, times: number): Promise<boolean> {
      if (times === 0) return false;
      const { rows } = await sql<{ calls: number }>`
        insert into sandbox_bank.refused_calls (idempotency_key, calls) values (${key}, 1)
        on conflict (idempotency_key) do update set calls = refused_calls.calls + 1
        returning calls
      `.execute(database());
      return (rows[0]?.calls ?? 0) <= times;
    },

    /** Takes a transfer once: a known key tells how the first one stands. */
    async take(transfer: Transfer, outcome: Outcome) {
      const fresh = await take({ transfer, plan: planOf(outcome, settleMs) });
      const taken = fresh ?? (await this.find(transfer.reference));
      if (!taken) throw new Error(`The sandbox bank lost ${transfer.reference}`);
      return { taken, isNew: fresh !== undefined };
    },

    async find(reference: string): Promise<BankTransfer | undefined> {
      await transaction((db) => advance(db, { reference }));
      return database()
        .selectFrom("sandbox_bank.transfers")
        .select(columns)
        .where("reference", "=", reference)
        .orderBy("is_planted")
        .executeTakeFirst();
    },

    /** Says that the bank is there, by a look into its own record. */
    async answer(): Promise<void> {
      await database().selectFrom("sandbox_bank.transfers").select("reference").limit(1).execute();
    },

    /** What it paid of the transfers that it took in this stretch of time. */
    async totals(from: Date, to: Date): Promise<PaidTotals> {
      const { rows } = await sql<PaidTotals>`
        select count(*)::int as count, coalesce(sum(amount_paise), 0)::bigint as "amountPaise"
        from sandbox_bank.transfers
        where state = 'success' and created_at >= ${from} and created_at < ${to}
      `.execute(database());
      return rows[0] ?? { count: 0, amountPaise: 0n };
    },

    /** Every transfer that it took in this stretch of time, a page at a time, oldest first. */
    async *list(from: Date, to: Date): AsyncGenerator<readonly ListedRow[]> {
      for (let last: ListedRow | undefined; ;) {
        const rows = await selectListed(from, to, last);
        if (rows.length > 0) yield rows;
        if (rows.length < listedAtOnce) return;
        last = rows.at(-1);
      }
    },

    /** What is left: what it has taken is gone, and comes back with what fails or is returned. */
    async balance(): Promise<bigint> {
      const { rows } = await sql<{ paid: bigint }>`
        select coalesce(sum(amount_paise), 0)::bigint as paid
        from sandbox_bank.transfers where state in ('processing', 'success')
      `.execute(database());
      return openingBalancePaise - (rows[0]?.paid ?? 0n);
    },

    /**
     * Moves transfers whose time has come and tells of each move. A notice counts as told only
     * when `receive` returned, so a crash in between tells it again.
     * @returns how many transfers moved.
     */
    async deliver(receive: (moved: BankTransfer[]) => Promise<void>): Promise<number> {
      return transaction(async (db) => {
        const moved = await advance(db, {});
        const told = moved.filter((transfer) => !transfer.quiet);
        if (told.length > 0) await receive(told);
        return moved.length;
      });
    },
  };
}

const listedAtOnce = 500;
export type ListedRow = Awaited<ReturnType<typeof selectListed>>[number];

function selectListed(
  from: Date,
  to: Date,
  last?: { readonly created_at: Date; readonly idempotency_key: string },
) {
  return database()
    .selectFrom("sandbox_bank.transfers")
    .select([...columns, "amount_paise", "created_at", "is_planted"])
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("created_at", "idempotency_key"),
          ">",
          eb.tuple(last?.created_at as Date, last?.idempotency_key as string),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("idempotency_key")
    .limit(listedAtOnce)
    .execute();
}

interface Taking {
  readonly transfer: Transfer;
  readonly plan: readonly PlannedStep[];
}

/** @returns each transfer that is new, as it stands; undefined for a known key. */
async function takeTransfers(takings: readonly Taking[]): Promise<(BankTransfer | undefined)[]> {
  const rows = takings.map(({ transfer, plan }) => {
    // With no delay the first step is taken at once; the steps behind it are told by notices.
    const first = plan[0] && new Date(plan[0].at) <= now() ? plan[0] : undefined;
    const rest = first ? plan.slice(1) : plan;
    return {
      idempotency_key: transfer.idempotencyKey,
      reference: transfer.reference,
      amount_paise: transfer.amountPaise,
      destination: maskedDestinationOf(transfer),
      state: first?.state ?? ("processing" as const),
      utr: first?.utr ?? null,
      reason: first?.reason ?? null,
      plan: JSON.stringify(rest),
      next_at: rest[0] ? new Date(rest[0].at) : null,
      created_at: now(),
    };
  });
  const inserted = await database()
    .insertInto("sandbox_bank.transfers")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .execute();
  const fresh = new Map(inserted.map((row) => [row.idempotency_key, row]));
  return takings.map(({ transfer }) => {
    const mine = fresh.get(transfer.idempotencyKey);
    // Of one key twice in a list, the first is the new one.
    fresh.delete(transfer.idempotencyKey);
    return mine;
  });
}

function planOf({ steps }: Outcome, settleMs: number): PlannedStep[] {
  const utr = String(randomInt(1e11, 2 ** 47)).slice(0, 12);
  return steps.map(({ state, afterSettleTimes, reason, quiet }) => ({
    state,
    at: new Date(now().getTime() + settleMs * afterSettleTimes).toISOString(),
    ...(state === "success" && { utr }),
    ...(reason && { reason }),
    ...(quiet && { quiet }),
  }));
}

/**
 * Takes the next step of every transfer whose time has come, or of the one named. A step that
 * somebody has seen by asking stays in the plan until its notice is told: who asked may have
 * asked for another reason.
 */
async function advance(db: Db, { reference }: { reference?: string }) {
  const due = await db
    .selectFrom("sandbox_bank.transfers")
    .select([...columns, "plan"])
    .where("next_at", "<=", now())
    .$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
    .orderBy("next_at")
    .limit(noticesAtMost)
    .forUpdate()
    // The worker's delivery passes over what a status check moves just now; the check waits.
    .$if(reference === undefined, (query) => query.skipLocked())
    .execute();
  if (due.length === 0) return [];

  const moved = due.map(({ plan, ...transfer }) => {
    const [step, ...rest] = plan as unknown as PlannedStep[];
    if (!step) throw new Error(`The sandbox bank has no step for ${transfer.reference}`);
    return {
      ...transfer,
      state: step.state,
      utr: step.utr ?? transfer.utr,
      reason: step.reason ?? null,
      quiet: step.quiet ?? false,
      rest: reference !== undefined && !step.quiet ? [step, ...rest] : rest,
    };
  });
  await sql`
    update sandbox_bank.transfers
    set state = moved.state, utr = moved.utr, reason = moved.reason,
        plan = moved.plan, next_at = moved.next_at
    from unnest(
      ${moved.map((m) => m.idempotency_key)}::text[],
      ${moved.map((m) => m.state)}::text[],
      ${moved.map((m) => m.utr)}::text[],
      ${moved.map((m) => m.reason)}::text[],
      ${moved.map((m) => JSON.stringify(m.rest))}::jsonb[],
      ${moved.map((m) => m.rest[0]?.at ?? null)}::timestamptz[]
    ) as moved (idempotency_key, state, utr, reason, plan, next_at)
    where transfers.idempotency_key = moved.idempotency_key
  `.execute(db);
  return moved;
}
