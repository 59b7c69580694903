import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { now } from "../kernel/clock.ts";
import { closeDatabase, database, openDatabase, transaction } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import { insertShop } from "../../test/insert-shop.ts";
import * as ledger from "./ledger.ts";
import { noTenantId } from "./posting.ts";
import { verifyLedger } from "./verify.ts";

// The guarantee: for any calls in any order, every posting sums to zero, no wallet is negative, and
// every balance follows from the previous entry.

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

let mobiles = 9_100_000_000;

async function openWallet(fundsPaise = 0n): Promise<string> {
  const id = newId();
  await transaction(async (db) => {
    await insertShop(db, { id, mobile: String(mobiles++), at: now() });
    await ledger.open(db, [id]);
    if (fundsPaise > 0n) {
      await ledger.credit(db, [{ walletId: id, depositId: newId(), amountPaise: fundsPaise }]);
    }
  });
  return id;
}

const charge = (walletId: string, amountPaise: bigint): ledger.Charge => ({
  walletId,
  payoutId: newId(),
  amountPaise,
  feePaise: 500n,
  gstPaise: 90n,
});

describe("hold", () => {
  test("holds in order what the wallet covers, also a smaller charge after one it does not cover", async () => {
    const wallet = await openWallet(10_000n);
    const accepted = await transaction((db) =>
      ledger.hold(
        db,
        [5_000n, 5_000n, 3_000n, 500n].map((paise) => charge(wallet, paise)),
      ),
    );
    expect(accepted).toEqual([true, false, true, false]);
    const { availablePaise, heldPaise } = await ledger.balance(database(), wallet);
    expect(availablePaise).toBe(10_000n - 5_590n - 3_590n);
    expect(heldPaise).toBe(5_590n + 3_590n);
  });

  test("takes a wallet to exactly zero and not a paisa below", async () => {
    const wallet = await openWallet(1_590n);
    const accepted = await transaction((db) =>
      ledger.hold(db, [charge(wallet, 1_001n), charge(wallet, 1_000n)]),
    );
    expect(accepted).toEqual([false, true]);
    expect((await ledger.balance(database(), wallet)).availablePaise).toBe(0n);
  });

  test("lists that share wallets in opposite order do not deadlock", async () => {
    const wallets = await Promise.all([openWallet(1_000_000n), openWallet(1_000_000n)]);
    const lists = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? wallets : wallets.toReversed()).map((wallet) => charge(wallet, 100n)),
    );
    const accepted = await Promise.all(
      lists.map((list) => transaction((db) => ledger.hold(db, list))),
    );
    expect(accepted.flat().every(Boolean)).toBe(true);
  });
});

describe("the database rejects", () => {
  test("a second settlement of a payout, and a release after it", async () => {
    const wallet = await openWallet(10_000n);
    const payout = charge(wallet, 1_000n);
    // With a second hold the account is not empty, so only the rule can reject.
    await transaction((db) => ledger.hold(db, [payout, charge(wallet, 1_000n)]));
    await transaction((db) => ledger.settle(db, [payout]));
    await expect(transaction((db) => ledger.settle(db, [payout]))).rejects.toThrow(
      "ledger_postings_once",
    );
    await expect(transaction((db) => ledger.release(db, [payout]))).rejects.toThrow(
      "ledger_postings_once",
    );
  });

  test("a second credit of a deposit, when 8 race", async () => {
    const wallet = await openWallet();
    const deposit = { walletId: wallet, depositId: newId(), amountPaise: 700n };
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => transaction((db) => ledger.credit(db, [deposit]))),
    );
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect((await ledger.balance(database(), wallet)).availablePaise).toBe(700n);
  });

  test("a posting that does not sum to zero", async () => {
    const posting = newId();
    const insert = sql`
      with posting as (
        insert into ledger_postings values (${posting}, 'credit', ${newId()}, now(), ${noTenantId}) returning id
      )
      insert into ledger_entries (posting_id, line, account, amount_paise, created_at, tenant_id)
      select id, 1, 'bank', 5, now(), ${noTenantId} from posting
    `.execute(database());
    await expect(insert).rejects.toThrow("does not sum to zero");
  });

  test.each([
    "update ledger_entries set amount_paise = amount_paise + 1",
    "delete from ledger_entries",
    "truncate ledger_entries, ledger_postings",
    "update ledger_postings set kind = 'hold'",
    "delete from ledger_postings",
  ])("%s", async (statement) => {
    await expect(sql.raw(statement).execute(database())).rejects.toThrow("append-only");
  });

  test("a wallet below zero", async () => {
    const wallet = await openWallet(100n);
    const below = sql`update wallets set available_paise = -1 where id = ${wallet}`;
    await expect(below.execute(database())).rejects.toThrow("check constraint");
  });
});

type Step =
  | { kind: "credit"; list: { wallet: number; paise: bigint }[] }
  | { kind: "hold"; list: { wallet: number; paise: bigint }[] }
  | { kind: "settle" | "release" | "reverse"; picks: number[] };

const anyAmount = fc.bigInt({ min: 1n, max: 60_000n });
const anyList = fc.array(fc.record({ wallet: fc.nat(2), paise: anyAmount }), {
  minLength: 1,
  maxLength: 6,
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("credit" as const), list: anyList }),
  fc.record({ kind: fc.constant("hold" as const), list: anyList }),
  fc.record({
    kind: fc.constantFrom("settle" as const, "release" as const, "reverse" as const),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
  }),
);

/** The expected books, computed with plain additions. */
class Model {
  available = [0n, 0n, 0n];
  open: { wallet: number; charge: ledger.Charge }[] = [];
  paid: { wallet: number; charge: ledger.Charge }[] = [];

  held(wallet: number): bigint {
    return this.open
      .filter((payout) => payout.wallet === wallet)
      .reduce((sum, payout) => sum + ledger.totalOf(payout.charge), 0n);
  }

  /** Removes picked payouts from a list; the same pick twice removes two different ones. */
  take(from: "open" | "paid", picks: readonly number[]) {
    return picks.flatMap((pick) => this[from].splice(pick % Math.max(this[from].length, 1), 1));
  }
}

async function perform(model: Model, wallets: readonly string[], step: Step): Promise<void> {
  const walletId = (wallet: number) => wallets[wallet] as string;
  const refund = (payouts: Model["open"]) => {
    for (const { wallet, charge: one } of payouts) {
      model.available[wallet] = (model.available[wallet] ?? 0n) + ledger.totalOf(one);
    }
  };
  if (step.kind === "credit") {
    const credits = step.list.map(({ wallet, paise }) => ({
      walletId: walletId(wallet),
      depositId: newId(),
      amountPaise: paise,
    }));
    await transaction((db) => ledger.credit(db, credits));
    for (const { wallet, paise } of step.list)
      model.available[wallet] = (model.available[wallet] ?? 0n) + paise;
  } else if (step.kind === "hold") {
    const charges = step.list.map(({ wallet, paise }) => charge(walletId(wallet), paise));
    const accepted = await transaction((db) => ledger.hold(db, charges));
    step.list.forEach(({ wallet }, at) => {
      const one = charges[at] as ledger.Charge;
      const left = (model.available[wallet] ?? 0n) - ledger.totalOf(one);
      expect(accepted[at]).toBe(left >= 0n);
      if (left < 0n) return;
      model.available[wallet] = left;
      model.open.push({ wallet, charge: one });
    });
  } else if (step.kind === "reverse") {
    const payouts = model.take("paid", step.picks);
    await transaction((db) =>
      ledger.reverse(
        db,
        payouts.map((payout) => payout.charge),
      ),
    );
    refund(payouts);
  } else {
    const { kind } = step;
    const payouts = model.take("open", step.picks);
    await transaction<unknown>((db) =>
      ledger[kind](
        db,
        payouts.map((payout) => payout.charge),
      ),
    );
    if (kind === "release") refund(payouts);
    else model.paid.push(...payouts);
  }
}

test("the books stay right in random sequences of credit, hold, settle, release and reverse", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 25 }), async (steps) => {
      const wallets = await Promise.all([openWallet(), openWallet(), openWallet()]);
      const model = new Model();
      for (const step of steps) {
        await perform(model, wallets, step);
        for (const [at, wallet] of wallets.entries()) {
          const balance = await ledger.balance(database(), wallet);
          expect(balance.availablePaise).toBe(model.available[at]);
          expect(balance.heldPaise).toBe(model.held(at));
        }
      }
      expect(await verifyLedger(database())).toEqual([]);
      const sums = Object.values(await ledger.trialBalance(database()));
      expect(sums.reduce((sum, paise) => sum + paise, 0n)).toBe(0n);
    }),
    { numRuns: 40 },
  );
});
