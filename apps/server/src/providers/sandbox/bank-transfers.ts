import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Db } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { listAccountCredits } from "./account-credits.ts";
import type { PaidTotals, ProviderUpdate, Transfer } from "../transfer.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { findChoices } from "./chosen-outcome.ts";
import { maskDestination, outcomeOfChoice, type Outcome } from "./outcomes.ts";
import { planOf, type PlannedStep } from "./planned-step.ts";

/** A transfer in the sandbox bank's own record. */
export interface BankTransfer {
  readonly idempotency_key: string;
  readonly reference: string;
  readonly amount_paise: bigint;
  readonly state: ProviderUpdate["state"];
  readonly utr: string | null;
  readonly reason: string | null;
  /** Null: transfers of play money are free. */
  readonly fee_paise: bigint | null;
  readonly tax_paise: bigint | null;
  /** What it sent back of a transfer that stays paid; 0 if nothing. */
  readonly returned_paise: bigint;
}

const columns = [
  "idempotency_key",
  "reference",
  "amount_paise",
  "state",
  "utr",
  "reason",
  "fee_paise",
  "tax_paise",
  "returned_paise",
] as const;
const changedColumns = {
  idempotency_key: "text",
  state: "text",
  utr: "text",
  reason: "text",
  returned_paise: "bigint",
  plan: "jsonb",
  next_at: "timestamptz",
} as const;
const updatesAtMost = 200;

export function bankTransfers({ settleMs }: { settleMs: number }) {
  const takeInGroup = groupCommit((list: readonly NewTransfer[]) => takeTransfers(list, settleMs), {
    atMost: 200,
  });

  return {
    /** Counts a call for a transfer; the bank answers the first `times` calls with 503. */
    async isRefusingCalls(key: string, times: number): Promise<boolean> {
      if (times === 0) return false;
      const { rows } = await sql<{ calls: number }>`
        insert into sandbox_bank.refused_calls (idempotency_key, calls) values (${key}, 1)
        on conflict (idempotency_key) do update set calls = refused_calls.calls + 1
        returning calls
      `.execute(database());
      return (rows[0]?.calls ?? 0) <= times;
    },

    /** Takes a transfer once: a known key returns the first transfer's state. */
    async take(transfer: Transfer, outcome: Outcome) {
      const inserted = await takeInGroup({ transfer, outcome });
      const row = inserted ?? (await this.find(transfer.reference));
      if (!row) throw new Error(`The sandbox bank lost ${transfer.reference}`);
      return { row, isNew: inserted !== undefined };
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

    /** Checks that the bank can read its own record. */
    async probe(): Promise<void> {
      await database().selectFrom("sandbox_bank.transfers").select("reference").limit(1).execute();
    },

    /** The paid transfers among those that it took in this period. */
    async totals(from: Date, to: Date): Promise<PaidTotals> {
      const { rows } = await sql<PaidTotals>`
        select count(*)::int as count,
          coalesce(sum(amount_paise - returned_paise), 0)::bigint as "amountPaise"
        from sandbox_bank.transfers
        where state = 'success' and created_at >= ${from} and created_at < ${to}
      `.execute(database());
      return rows[0] ?? { count: 0, amountPaise: 0n };
    },

    /** The transfers that it took in this period, in pages, oldest first. */
    async *list(from: Date, to: Date): AsyncGenerator<readonly ListedRow[]> {
      for (let last: ListedRow | undefined; ;) {
        const rows = await selectListed(from, to, last);
        if (rows.length > 0) yield rows;
        if (rows.length < listedAtOnce) return;
        last = rows.at(-1);
      }
    },

    /** What it received from us less what it pays: transfers that neither failed nor came back. */
    async balance(): Promise<bigint> {
      const { rows } = await sql<{ balance: bigint }>`
        select (
          (select coalesce(sum(amount_paise), 0) from sandbox_bank.account_credits)
          - coalesce(sum(
            amount_paise - returned_paise + coalesce(fee_paise, 0) + coalesce(tax_paise, 0)
          ), 0)
        )::bigint as balance
        from sandbox_bank.transfers where state in ('processing', 'success')
      `.execute(database());
      return rows[0]?.balance ?? 0n;
    },

    accountCredits: listAccountCredits,

    /**
     * Advances due transfers and passes each change to `receive`. The transaction commits after
     * `receive` returns, so a crash in between delivers the updates again.
     * @returns the number of changed transfers.
     */
    async deliver(receive: (changed: BankTransfer[]) => Promise<void>): Promise<number> {
      return transaction(async (db) => {
        const changed = await advance(db, {});
        const reported = changed.filter((transfer) => !transfer.quiet);
        if (reported.length > 0) await receive(reported);
        return changed.length;
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
    .select([...columns, "created_at", "is_planted"])
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

interface NewTransfer {
  readonly transfer: Transfer;
  readonly outcome: Outcome;
}

/** @returns each new transfer's row; undefined for a known key. */
async function takeTransfers(
  list: readonly NewTransfer[],
  settleMs: number,
): Promise<(BankTransfer | undefined)[]> {
  // A choice for a transfer that is not here yet was committed before its payout was leased.
  const choices = await findChoices(
    database(),
    list.map(({ transfer }) => transfer.reference),
  );
  const rows = list.map(({ transfer, outcome }) => {
    const choice = choices.get(transfer.reference);
    const plan = planOf(choice ? outcomeOfChoice(choice) : outcome, settleMs);
    // Without a delay the first step happens now; updates report the later ones.
    const first = plan[0] && new Date(plan[0].at) <= now() ? plan[0] : undefined;
    const rest = first ? plan.slice(1) : plan;
    return {
      idempotency_key: transfer.idempotencyKey,
      reference: transfer.reference,
      amount_paise: transfer.amountPaise,
      destination: maskDestination(transfer),
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
  const insertedByKey = new Map(inserted.map((row) => [row.idempotency_key, row]));
  return list.map(({ transfer }) => {
    const row = insertedByKey.get(transfer.idempotencyKey);
    // If a key is twice in the list, only the first is new.
    insertedByKey.delete(transfer.idempotencyKey);
    return row;
  });
}

/**
 * Takes the next step of every due transfer, or of the given one. A step that a status check has
 * taken stays in the plan until its update is delivered, because the check may serve another
 * purpose than the payout's.
 */
async function advance(db: Db, { reference }: { reference?: string }) {
  const due = await db
    .selectFrom("sandbox_bank.transfers")
    .select([...columns, "plan"])
    .where("next_at", "<=", now())
    .$if(reference !== undefined, (query) => query.where("reference", "=", reference as string))
    .orderBy("next_at")
    .limit(updatesAtMost)
    .forUpdate()
    // The worker's delivery skips rows that a status check has locked; a status check waits.
    .$if(reference === undefined, (query) => query.skipLocked())
    .execute();
  if (due.length === 0) return [];

  const changed = due.map(({ plan, ...transfer }) => {
    const [step, ...rest] = plan as unknown as PlannedStep[];
    if (!step) throw new Error(`The sandbox bank has no step for ${transfer.reference}`);
    return {
      ...transfer,
      state: step.half ? ("success" as const) : step.state,
      returned_paise: step.half ? transfer.amount_paise / 2n : transfer.returned_paise,
      utr: step.utr ?? transfer.utr,
      reason: step.reason ?? null,
      quiet: step.quiet ?? false,
      rest: reference !== undefined && !step.quiet ? [step, ...rest] : rest,
    };
  });
  const rows = changed.map(({ rest, ...row }) => ({
    ...row,
    plan: JSON.stringify(rest),
    next_at: rest[0]?.at ?? null,
  }));
  await sql`
    update sandbox_bank.transfers
    set state = changed.state, utr = changed.utr, reason = changed.reason,
        returned_paise = changed.returned_paise,
        plan = changed.plan, next_at = changed.next_at
    from ${unnestRows("changed", changedColumns, rows)}
    where transfers.idempotency_key = changed.idempotency_key
  `.execute(db);
  return changed;
}
