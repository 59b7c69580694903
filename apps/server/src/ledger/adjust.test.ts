// The guarantee: a debit takes what is available and never what is held; the tenant owes the rest,
// and every later credit pays it first, also when calls race.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { postAdjustment } from "../../test/post-adjustment.ts";
import { newTenant } from "../../test/random-history.ts";
import { rolledBack } from "../../test/rolled-back.ts";
import { closeDatabase, database, openDatabase, transaction, type Tx } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import { sumAccounts } from "./account-totals.ts";
import { adjustWallet } from "./adjust.ts";
import * as ledger from "./ledger.ts";
import { adjustmentRules, verifyAdjustments } from "./verify-adjustments.ts";
import { verifyAmounts } from "./verify-amounts.ts";
import { verifyLedger } from "./verify.ts";

let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 10 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function openWallet(paise = 0n): Promise<string> {
  const { tenantId: id } = await newTenant();
  if (paise > 0n) await deposit(id, paise);
  return id;
}

/** A credited deposit with its row, so that the amounts can be verified. */
function deposit(walletId: string, paise: bigint) {
  return transaction(async (db) => {
    const depositId = newId();
    await sql`
      insert into deposits (
        id, tenant_id, came_through, amount_paise, utr_reference, status, reviewed_at, created_at
      ) values (
        ${depositId}, ${walletId}, 'sandbox', ${paise},
        ${depositId.replaceAll("-", "").slice(12).toUpperCase()}, 'completed', now(), now()
      )
    `.execute(db);
    return ledger.credit(db, [{ walletId, depositId, amountPaise: paise }]);
  });
}

const debit = (walletId: string, paise: bigint) =>
  transaction((db) => postAdjustment(db, { walletId, paise, debit: "wallet", credit: "bank" }));
const goodwill = (walletId: string, paise: bigint) =>
  transaction((db) => postAdjustment(db, { walletId, paise, debit: "losses", credit: "wallet" }));

async function shown(walletId: string) {
  const { availablePaise, heldPaise, receivablePaise } = await ledger.balance(database(), walletId);
  return [availablePaise, heldPaise, receivablePaise];
}

async function faults() {
  const db = database();
  return [
    ...(await verifyLedger(db)),
    ...(await verifyAdjustments(db)),
    ...(await verifyAmounts(db)),
  ];
}

describe("a debit", () => {
  test("takes what is available, and the rest is owed; held money stays", async () => {
    const wallet = await openWallet(1_000n);
    const payout = {
      walletId: wallet,
      payoutId: newId(),
      amountPaise: 400n,
      feePaise: 0n,
      gstPaise: 0n,
    };
    await transaction((db) => ledger.hold(db, [payout]));
    expect((await debit(wallet, 250n)).owedPaise).toBe(0n);
    expect(await shown(wallet)).toEqual([350n, 400n, 0n]);
    expect((await debit(wallet, 500n)).owedPaise).toBe(150n);
    expect(await shown(wallet)).toEqual([0n, 400n, 150n]);
    // A failed payout's money is a credit too: otherwise a debt could wait behind payouts.
    const repayments = await transaction((db) => ledger.release(db, [payout]));
    expect(repayments).toEqual([{ walletId: wallet, paidPaise: 150n, leftPaise: 0n }]);
    expect(await shown(wallet)).toEqual([250n, 0n, 0n]);
    expect(await faults()).toEqual([]);
  });

  test("is posted once when 8 race", async () => {
    const wallet = await openWallet(100n);
    const adjustment = {
      adjustmentId: newId(),
      walletId: wallet,
      amountPaise: 300n,
      direction: "debit",
      account: "bank",
      receivingAccountId: null,
    } as const;
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => transaction((db) => adjustWallet(db, adjustment))),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await shown(wallet)).toEqual([0n, 0n, 200n]);
    // Gives the postings their record, so that the other tests find consistent books.
    await sql`
      insert into adjustments (
        id, kind, debit_account, credit_account, tenant_id, amount_paise, owed_paise, reason, state,
        proposed_at, closed_at
      ) values (
        ${adjustment.adjustmentId}, 'chargeback', 'wallet', 'bank', ${wallet}, 300, 200, 'Corrected',
        'posted', now(), now()
      )
    `.execute(database());
    expect(await faults()).toEqual([]);
  });
});

describe("what is owed", () => {
  test("is paid by the next credits, the last of which leaves its rest available", async () => {
    const wallet = await openWallet(0n);
    await debit(wallet, 700n);
    expect(await deposit(wallet, 300n)).toEqual([
      { walletId: wallet, paidPaise: 300n, leftPaise: 400n },
    ]);
    expect((await goodwill(wallet, 150n)).repayments).toMatchObject([{ leftPaise: 250n }]);
    expect(await deposit(wallet, 1_000n)).toMatchObject([{ paidPaise: 250n, leftPaise: 0n }]);
    expect(await shown(wallet)).toEqual([750n, 0n, 0n]);
    expect(await deposit(wallet, 10n)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test("is paid exactly once by 20 credits of one list and 20 in parallel", async () => {
    const wallet = await openWallet(0n);
    await debit(wallet, 12_345n);
    const list = Array.from({ length: 20 }, () => ({
      walletId: wallet,
      paise: 500n,
      debit: "losses" as const,
      credit: "wallet" as const,
    }));
    await Promise.all([
      transaction(async (db) => {
        for (const each of list) await postAdjustment(db, each);
      }),
      ...Array.from({ length: 20 }, () => deposit(wallet, 321n)),
      debit(wallet, 1_000n),
    ]);
    expect(await shown(wallet)).toEqual([20n * 500n + 20n * 321n - 13_345n, 0n, 0n]);
    expect(await faults()).toEqual([]);
  });

  test("keeps the wallet empty: the database rejects any other row", async () => {
    const wallet = await openWallet(0n);
    await debit(wallet, 100n);
    for (const values of [sql`available_paise = 1`, sql`receivable_paise = -1`]) {
      const change = sql`update wallets set ${values} where id = ${wallet}`.execute(database());
      await expect(change).rejects.toThrow("wallets_receivable");
    }
  });
});

type Step = {
  kind: "credit" | "goodwill" | "debit" | "hold" | "release";
  paise: number;
  of: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("credit", "goodwill", "debit", "debit", "hold", "release"),
  paise: fc.integer({ min: 1, max: 900 }),
  of: fc.integer({ min: 0, max: 1 }),
});

test("what a tenant has minus what it owes is its credits minus its debits, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const wallets = [await openWallet(), await openWallet()];
      const nets = [0n, 0n];
      const held: {
        walletId: string;
        payoutId: string;
        amountPaise: bigint;
        feePaise: bigint;
        gstPaise: bigint;
      }[] = [];
      for (const { kind, paise: number, of } of steps) {
        const walletId = wallets[of] as string;
        const paise = BigInt(number);
        if (kind === "credit") await deposit(walletId, paise);
        if (kind === "goodwill") await goodwill(walletId, paise);
        if (kind === "debit") await debit(walletId, paise);
        if (kind === "debit") nets[of] = (nets[of] ?? 0n) - paise;
        if (kind === "credit" || kind === "goodwill") nets[of] = (nets[of] ?? 0n) + paise;
        if (kind === "hold") {
          const payout = {
            walletId,
            payoutId: newId(),
            amountPaise: paise,
            feePaise: 0n,
            gstPaise: 0n,
          };
          if ((await transaction((db) => ledger.hold(db, [payout])))[0]) held.push(payout);
        }
        if (kind === "release") {
          const batch = held.splice(0);
          await transaction((db) => ledger.release(db, batch));
        }
      }
      for (const [at, walletId] of wallets.entries()) {
        const [available = 0n, onHold = 0n, owed = 0n] = await shown(walletId);
        expect(available + onHold - owed).toBe(nets[at]);
        expect(available === 0n || owed === 0n).toBe(true);
      }
      expect(await faults()).toEqual([]);
      const sums = await sumAccounts(database());
      expect(Object.values(sums).reduce((total, paise) => total + paise, 0n)).toBe(0n);
    }),
    { numRuns: 15 },
  );
});

describe("the verification reports", () => {
  const broken = (work: (db: Tx) => Promise<unknown>) =>
    rolledBack(async (db) => {
      await sql`alter table ledger_entries disable trigger user`.execute(db);
      await sql`alter table ledger_postings disable trigger user`.execute(db);
      await work(db);
    }, verifyAdjustments);

  test("a receivable that was paid without a posting", async () => {
    const wallet = await openWallet();
    await debit(wallet, 500n);
    const found = await broken((db) =>
      sql`update wallets set receivable_paise = 400 where id = ${wallet}`.execute(db),
    );
    expect(found).toEqual([
      {
        rule: adjustmentRules.receivables,
        where: `${wallet} owes 400 paise instead of 500`,
      },
    ]);
  });

  test("an adjustment without a posting, and a posting without an adjustment", async () => {
    const wallet = await openWallet(500n);
    await debit(wallet, 100n);
    const found = await broken((db) =>
      sql`
        update adjustments set state = 'withdrawn', owed_paise = null where tenant_id = ${wallet}
      `.execute(db),
    );
    expect(found?.map(({ rule }) => rule)).toEqual([adjustmentRules.adjustments]);
    const missing = await broken((db) =>
      sql`update ledger_postings set kind = 'adjust_credit' where tenant_id = ${wallet}
        and kind = 'adjust_debit'`.execute(db),
    );
    expect(missing?.map(({ rule }) => rule)).toEqual([adjustmentRules.adjustments]);
  });

  test("a credit that left a debt unpaid", async () => {
    const wallet = await openWallet();
    await debit(wallet, 500n);
    await deposit(wallet, 500n);
    const found = await broken(async (db) => {
      await sql`
        delete from ledger_entries where wallet_id = ${wallet} and posting_id in (
          select id from ledger_postings where kind = 'repay' and tenant_id = ${wallet}
        )
      `.execute(db);
    });
    expect(found?.map(({ rule }) => rule)).toContain(adjustmentRules.repayments);
  });
});
