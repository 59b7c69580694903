// The guarantee: the totals of every account from the daily totals equal the sums of its entries,
// whatever the history, around the end of every day and month in India.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { postAdjustment } from "../../test/post-adjustment.ts";
import { instant, midnight, newTenant } from "../../test/random-history.ts";
import { useClock } from "../kernel/clock.ts";
import { closeDatabase, database, openDatabase, transaction, type Tx } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import { sumMovementsByMonth, sumAccounts, type MonthlyMovement } from "./account-totals.ts";
import * as ledger from "./ledger.ts";
import { expense, transfer } from "./own-money.ts";

let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 4 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const story = fc.record({
  kind: fc.constantFrom(
    "paid",
    "returned",
    "partly returned",
    "set aside",
    "requested",
    "request ended",
    "request paid",
    "failed",
    "open",
    "deposit",
    "waiting",
    "assigned",
    "sent back",
    "transferred",
    "charged",
    "corrected",
    "recalled",
    "goodwill",
    "bank charge",
  ),
  // Each step of a story has its own time.
  at: fc.tuple(instant, instant, instant),
  paise: fc.bigInt({ min: 1n, max: 9_00_000_00n }),
  feePaise: fc.constantFrom(0n, 500n, 1_234n),
});
type Story = typeof story extends fc.Arbitrary<infer Each> ? Each : never;

test("account totals of random histories equal the sums of their entries, on any day and in any month", async () => {
  const stories = fc.array(story, { minLength: 6, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(stories, fc.integer({ min: -63, max: 2 }), async (list, days) => {
      const { tenantId: id } = await newTenant();
      await at(midnight - 90 * 24 * 3_600_000, (db) => deposit(db, id, 99_99_99_999_00n));
      for (const each of list) await perform(id, each);
      const day = new Date(midnight + days * 24 * 3_600_000 + 5.5 * 3_600_000)
        .toISOString()
        .slice(0, 10);
      expect(await sumAccounts(database())).toEqual(await summedEntries("9999-01-01"));
      expect(await sumAccounts(database(), day)).toEqual(await summedEntries(day));
      const period = { from: day, before: "2026-03-20" };
      expect(normalised(await sumMovementsByMonth(database(), period))).toEqual(
        await summedMonths(period),
      );
    }),
    { numRuns: 12 },
  );
});

async function perform(
  walletId: string,
  { kind, at: [first, second, third], paise, feePaise }: Story,
) {
  const subject = newId();
  const charge = {
    walletId,
    payoutId: subject,
    amountPaise: paise,
    feePaise,
    gstPaise: feePaise / 5n,
  };
  if (kind === "corrected" || kind === "recalled") {
    // More than the wallet holds, so that the tenant owes something and later credits pay it.
    const debited = kind === "recalled" ? paise + 100_00_00_000_00n : paise;
    const credit = kind === "recalled" ? ("bank" as const) : ("provider" as const);
    return at(first, (db) =>
      postAdjustment(db, { walletId, paise: debited, debit: "wallet", credit }),
    );
  }
  if (kind === "goodwill") {
    return at(first, (db) =>
      postAdjustment(db, { walletId, paise, debit: "losses", credit: "wallet" }),
    );
  }
  if (kind === "bank charge") {
    return at(first, (db) => postAdjustment(db, { paise, debit: "losses", credit: "bank" }));
  }
  if (kind === "deposit") return at(first, (db) => deposit(db, walletId, paise));
  if (kind === "waiting" || kind === "assigned" || kind === "sent back") {
    await at(first, (db) => suspend(db, subject, paise));
    if (kind === "sent back") {
      await at(second, async (db) => {
        await decide(db, subject, walletId, "returned", null);
        await ledger.giveBack(db, [{ creditId: subject, amountPaise: paise }]);
      });
    }
    if (kind === "assigned") {
      await at(second, async (db) => {
        const depositId = await deposit(db, walletId, paise, "suspense");
        await decide(db, subject, walletId, "assigned", depositId);
      });
    }
    return;
  }
  if (kind === "transferred") return at(first, (db) => transferred(db, subject, paise));
  if (kind === "charged") {
    const [charged, corrected] = [newId(), newId()];
    await at(first, (db) => expense(db, [{ chargeId: charged, feePaise: paise, taxPaise: 90n }]));
    await at(second, (db) =>
      expense(db, [{ chargeId: corrected, feePaise: -1n, taxPaise: -feePaise }]),
    );
    return;
  }
  if (kind === "set aside") {
    return at(first, async (db) => {
      const locked = await ledger.lock(db, [walletId]);
      const available = locked.get(walletId)?.available ?? 0n;
      if (available < paise) return;
      await ledger.setAside(db, { closingId: subject, walletId, paise }, { locked });
    });
  }
  if (kind.startsWith("request")) {
    const hold = { holdId: newId(), walletId, paise: ledger.totalOf(charge) };
    const locked = (db: Tx) => ledger.lock(db, [walletId]);
    if (!(await at(first, async (db) => ledger.holdForRequest(db, hold, await locked(db))))) return;
    if (kind === "request ended")
      await at(second, async (db) => ledger.releaseRequests(db, [hold], await locked(db)));
    if (kind === "request paid")
      await at(second, (db) => ledger.hold(db, [{ ...charge, requestHoldId: hold.holdId }]));
    return;
  }
  const [isHeld] = await at(first, (db) => ledger.hold(db, [charge]));
  if (!isHeld) return;
  if (kind === "failed") await at(second, (db) => ledger.release(db, [charge]));
  if (kind === "paid" || kind.endsWith("returned"))
    await at(second, (db) => ledger.settle(db, [charge]));
  if (kind === "returned") await at(third, (db) => ledger.reverse(db, [charge]));
  if (kind === "partly returned") {
    const part = { ...charge, returnId: newId(), amountPaise: (paise + 1n) / 2n };
    await at(third, (db) => ledger.returnPart(db, [part]));
  }
}

function transferred(db: Tx, transferId: string, amountPaise: bigint) {
  const [source, destination] = amountPaise % 2n === 0n ? sides : sides.toReversed();
  return transfer(db, [
    {
      transferId,
      source: source ?? "bank",
      destination: destination ?? "bank",
      receivingAccountId: null,
      amountPaise,
    },
  ]);
}

const sides = ["bank", "provider"] as const;

async function at<T>(ms: number, work: (db: Tx) => Promise<T>): Promise<T> {
  const restore = useClock(() => new Date(ms));
  try {
    return await transaction(work);
  } finally {
    restore();
  }
}

async function deposit(db: Tx, walletId: string, paise: bigint, from?: "suspense") {
  const id = newId();
  await sql`
    insert into deposits (id, tenant_id, came_through, amount_paise, utr_reference, created_at)
    values (${id}, ${walletId}, 'sandbox', ${paise},
      ${id.replaceAll("-", "").slice(12).toUpperCase()}, now())
  `.execute(db);
  await ledger.credit(db, [{ walletId, depositId: id, amountPaise: paise, ...(from && { from }) }]);
  return id;
}

async function suspend(db: Tx, id: string, paise: bigint) {
  await sql`
    insert into incoming_credits (
      id, adapter, credit_reference, virtual_account_reference, amount_paise, sent_at, created_at,
      state, reason
    ) values (${id}, 'sandbox', ${id}, 'va', ${paise}, now(), now(), 'suspense', 'unknown_sender')
  `.execute(db);
  await ledger.suspend(db, [{ creditId: id, amountPaise: paise }]);
}

function decide(db: Tx, id: string, by: string, state: string, depositId: string | null) {
  return sql`
    update incoming_credits
    set state = ${state}, decided_by = ${by}, decided_at = now(), deposit_id = ${depositId}
    where id = ${id}
  `.execute(db);
}

const dayOfEntry = sql`(created_at at time zone 'Asia/Kolkata')::date`;

async function summedEntries(before: string): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; paise: bigint }>`
    select account, coalesce(sum(amount_paise) filter (where ${dayOfEntry} < ${before}), 0)::bigint
      as paise
    from unnest(array[
      'available', 'held', 'bank', 'provider', 'fee_income', 'gst_payable', 'suspense',
      'provider_fees', 'input_tax_credit', 'own_funds', 'receivable', 'losses', 'unclaimed'
    ]) as account left join ledger_entries using (account) group by account
  `.execute(database());
  return Object.fromEntries(rows.map(({ account, paise }) => [account, paise]));
}

async function summedMonths({ from, before }: { from: string; before: string }) {
  const { rows } = await sql<MonthlyMovement>`
    select to_char(${dayOfEntry}, 'YYYY-MM') as month, account,
      coalesce(sum(amount_paise) filter (where amount_paise > 0), 0)::bigint as credits,
      coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0)::bigint as debits
    from ledger_entries where ${dayOfEntry} >= ${from} and ${dayOfEntry} < ${before}
    group by 1, 2
  `.execute(database());
  return normalised(rows);
}

/** Removes lines of zeros, which only one side has, and sorts the others. */
const normalised = (lines: readonly MonthlyMovement[]) =>
  lines
    .filter(({ credits, debits }) => credits !== 0n || debits !== 0n)
    .toSorted((a, b) => `${a.month}${a.account}`.localeCompare(`${b.month}${b.account}`));
