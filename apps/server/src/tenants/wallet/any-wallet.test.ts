// The guarantee: whatever happens in a wallet, the lines of its explanations add up to the stored
// balances, and those of a period to its statement, also when servers' clocks differ at midnight.
import { todayInIndia } from "@rokad/contract/fields";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { charges, passRequest, returnSome, setSomeAside } from "../../../test/ledger-steps.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import { newTenant } from "../../../test/random-history.ts";
import { closeDatabase, database, openDatabase, transaction, type Tx } from "../../database/db.ts";
import { now, useClock } from "../../kernel/clock.ts";
import { endOfDay, startOfDay } from "../../kernel/days.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { findEntryRange, readStatementTotals } from "../../ledger/statement.ts";
import { explainFigure } from "./explain-figure.ts";

let drop: () => Promise<void>;
let restoreClock: () => void;
/** A second before midnight in India. */
const start = Date.parse("2026-02-27T18:29:59Z");
let time = start;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 10 });
  restoreClock = useClock(() => new Date(time));
});
afterAll(async () => {
  restoreClock();
  await closeDatabase();
  await drop();
});

const acts = [
  "credit",
  "credit",
  "payout",
  "withdrawal",
  "settle",
  "release",
  "reverse",
  "part",
  "request",
  "adjust_credit",
  "adjust_debit",
  "aside",
] as const;

const act = fc.record({
  kind: fc.constantFrom(...acts),
  paise: fc.bigInt({ min: 1n, max: 5_00_000_00n }),
  // Also back, as on a server whose clock is behind.
  waitMs: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 500, -900) },
    fc.integer({ min: 2, max: 30 * 3_600_000 }),
  ),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

interface Sent extends ledger.Charge {
  readonly isWithdrawal: boolean;
}

/** What a wallet's history must come to, counted beside the ledger. */
class History {
  readonly tenant: Tenant;
  readonly open: Sent[] = [];
  readonly paid: Sent[] = [];
  readonly paidPaise = { payout: 0n, withdrawal: 0n };
  depositPaise = 0n;

  constructor(tenant: Tenant) {
    this.tenant = tenant;
  }

  async do({ kind, paise }: Act): Promise<void> {
    const walletId = this.tenant.tenantId;
    await transaction(async (db) => {
      if (kind === "credit") {
        this.depositPaise += paise;
        await ledger.credit(db, [{ walletId, depositId: newId(), amountPaise: paise }]);
      } else if (kind === "payout" || kind === "withdrawal") {
        await this.send(db, kind === "withdrawal", paise);
      } else if (kind === "settle" || kind === "release" || kind === "reverse") {
        await this.move(db, kind);
      } else if (kind === "part") {
        if (this.paid.length > 0) await returnSome(db, walletId);
      } else if (kind === "request") await passRequest(db, walletId, paise);
      else if (kind === "aside") await setSomeAside(db, walletId, paise);
      else {
        const [debit, credit] =
          kind === "adjust_debit" ? (["wallet", "bank"] as const) : (["losses", "wallet"] as const);
        await postAdjustment(db, { walletId, paise, debit, credit });
      }
    });
  }

  private async send(db: Tx, isWithdrawal: boolean, amountPaise: bigint) {
    const { feePaise, gstPaise } = isWithdrawal ? { feePaise: 0n, gstPaise: 0n } : charges;
    const charge = {
      walletId: this.tenant.tenantId,
      payoutId: newId(),
      amountPaise,
      feePaise,
      gstPaise,
    };
    const [isHeld] = await ledger.hold(db, [charge]);
    if (!isHeld) return;
    await insertPayout(db, charge, isWithdrawal);
    this.open.push({ ...charge, isWithdrawal });
  }

  private async move(db: Tx, kind: "settle" | "release" | "reverse") {
    const charge = (kind === "reverse" ? this.paid : this.open).shift();
    if (!charge) return;
    await ledger[kind](db, [charge]);
    if (kind !== "settle") return;
    this.paid.push(charge);
    this.paidPaise[charge.isWithdrawal ? "withdrawal" : "payout"] += charge.amountPaise;
  }
}

async function insertPayout(db: Tx, charge: ledger.Charge, isWithdrawal: boolean): Promise<void> {
  const { walletId, payoutId: id, amountPaise, feePaise, gstPaise } = charge;
  await sql`
    insert into payouts (
      id, tenant_id, reference_id, method, beneficiary_name, destination_encrypted,
      destination_hash, destination_end, amount_paise, fee_paise, gst_paise, provider,
      order_digest, created_at, updated_at, payout_kind, bank_account_id
    ) values (
      ${id}, ${walletId}, ${id.replaceAll("-", "").slice(12).toUpperCase()}, 'upi', 'Asha', '', '',
      '@okhdfc', ${amountPaise}, ${feePaise}, ${gstPaise}, 'primary', '', ${now()}, ${now()},
      ${isWithdrawal ? "withdrawal" : "payout"}, ${isWithdrawal ? newId() : null}
    )
  `.execute(db);
}

test("the lines of every figure add up after random acts [47.6]", async () => {
  const histories = fc.array(act, { minLength: 1, maxLength: 25 });
  const cuts = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 20 }));
  await fc.assert(
    fc.asyncProperty(histories, cuts, async (drawn, [first, days]) => {
      time = start;
      const history = new History(await newTenant());
      for (const each of drawn) {
        time += each.waitMs;
        await history.do(each);
      }
      await expectBalances(history);
      const from = todayInIndia(new Date(start + first * 86_400_000));
      const to = todayInIndia(new Date(start + (first + days) * 86_400_000));
      await expectFlow(history.tenant, { from, to });
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("periods that end at a midnight at which servers' clocks differ have every entry once", async () => {
  // Every third act is dated back, over midnight again.
  const kinds = ["credit", "payout", "credit", "release"] as const;
  for (const backMs of [-600, -900, -1_400]) {
    time = start;
    const history = new History(await newTenant());
    for (let at = 0; at < 30; at += 1) {
      time += at % 3 === 2 ? backMs : 500;
      await history.do({
        kind: kinds[at % 4] ?? "credit",
        paise: BigInt(1_000_00 + at),
        waitMs: 0,
      });
    }
    const [before, after] = [todayInIndia(new Date(start)), todayInIndia(new Date(start + 1_000))];
    await expectFlow(history.tenant, { from: before, to: before });
    await expectFlow(history.tenant, { from: after, to: after });
  }
});

test("every answer adds up while money comes in and goes on hold [47.7]", async () => {
  const tenant = await newTenant();
  let hasEnded = false;
  const move = async () => {
    for (let each = 0; each < 150; each += 1) {
      const payment = { walletId: tenant.tenantId, amountPaise: 1_000n };
      await transaction((db) => ledger.credit(db, [{ ...payment, depositId: newId() }]));
      const charge = { ...payment, payoutId: newId(), feePaise: 0n, gstPaise: 0n };
      await transaction((db) => ledger.hold(db, [charge]));
    }
    hasEnded = true;
  };
  const explain = async (figure: "balance" | "held") => {
    const differences = new Set<number>();
    while (!hasEnded) differences.add((await explainFigure(tenant, { figure })).difference.amount);
    return [...differences];
  };
  const [, ...answers] = await Promise.all([move(), explain("balance"), explain("held")]);
  expect(answers).toEqual([[0], [0]]);
});

async function expectBalances({ tenant, depositPaise, paidPaise, open }: History): Promise<void> {
  const stored = await ledger.balance(database(), tenant.tenantId);
  const balance = await explainFigure(tenant, { figure: "balance" });
  const held = await explainFigure(tenant, { figure: "held" });
  const closing = [balance, held].map(({ closing_balance }) => BigInt(closing_balance.amount));
  expect(closing).toEqual([stored.availablePaise, stored.heldPaise]);
  expect([balance, held].map(({ adds_up }) => adds_up)).toEqual([true, true]);
  const of = (kind: string) => balance.lines.find((line) => line.kind === kind);
  expect([
    of("deposit")?.credit.amount ?? 0,
    of("payout_paid")?.debit.amount ?? 0,
    of("withdrawal_paid")?.debit.amount ?? 0,
    of("withdrawal_on_hold")?.count ?? 0,
  ]).toEqual([
    Number(depositPaise),
    Number(paidPaise.payout),
    Number(paidPaise.withdrawal),
    open.filter(({ isWithdrawal }) => isWithdrawal).length,
  ]);
}

async function expectFlow(tenant: Tenant, { from, to }: { from: string; to: string }) {
  const flow = await explainFigure(tenant, { figure: "flow", from, to });
  const range = await findEntryRange(database(), tenant.tenantId, startOfDay(from), endOfDay(to));
  const totals = await readStatementTotals(database(), range);
  expect({
    opening: flow.opening_balance.amount,
    credits: flow.total_credits.amount,
    debits: flow.total_debits.amount,
    closing: flow.closing_balance.amount,
    adds_up: flow.adds_up,
  }).toEqual({
    opening: Number(totals.openingPaise),
    credits: Number(totals.creditsPaise),
    debits: Number(totals.debitsPaise),
    closing: Number(totals.closingPaise),
    adds_up: true,
  });
}
