// The guarantee: where the lines do not add up to the stored figure, the answer says so.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExplainedWallet } from "../../../test/explained-wallet.ts";
import { database } from "../../database/db.ts";

let world: Awaited<ReturnType<typeof openExplainedWallet>>;
beforeAll(async () => {
  world = await openExplainedWallet();
}, 120_000);
afterAll(() => world.close());

describe("a wrong balance", () => {
  test("of the wallet is named with its difference [47.5]", async () => {
    await withWrong("available_paise = available_paise + 1", async () => {
      expect(await world.explained({ figure: "balance" })).toMatchObject({
        closing_balance: { amount: 20_380_91 },
        adds_up: false,
        difference: { amount: 1 },
      });
      expect((await world.explained({ figure: "held" })).adds_up).toBe(true);
    });
    await withWrong("held_paise = held_paise - 3", async () => {
      expect(await world.explained({ figure: "held" })).toMatchObject({
        adds_up: false,
        difference: { amount: -3 },
      });
    });
  });

  test("of a day is found by the balance, and a period is read from its entries", async () => {
    await addToDays("credit", 7);
    expect(await world.explained({ figure: "balance" })).toMatchObject({
      adds_up: false,
      difference: { amount: -7 },
    });
    const flow = await world.explained({ figure: "flow", ...world.thisMonth });
    expect([flow.adds_up, world.linesOf(flow)[0]]).toEqual([true, ["deposit", 2, 25_000, 0]]);
    await addToDays("credit", -7);
  });

  test("of two days that hides in their sum shows that a period is read from the days", async () => {
    await addToDays("credit", 7);
    await addToDays("adjust_debit", 7);
    const flow = await world.explained({ figure: "flow", ...world.thisMonth });
    expect([flow.adds_up, world.linesOf(flow)[0]]).toEqual([true, ["deposit", 2, 25_000.07, 0]]);
    await addToDays("credit", -7);
    await addToDays("adjust_debit", -7);
    expect(await world.faults()).toEqual([]);
  });

  async function addToDays(kind: string, paise: number) {
    await sql`
      update ledger_days set total_paise = total_paise + ${paise}
      where wallet_id = ${world.owner.id} and kind = ${kind}
    `.execute(database());
  }

  async function withWrong(change: string, check: () => Promise<void>) {
    const before = await database()
      .selectFrom("wallets")
      .select(["available_paise", "held_paise"])
      .where("id", "=", world.owner.id)
      .executeTakeFirstOrThrow();
    await sql`update wallets set ${sql.raw(change)} where id = ${world.owner.id}`.execute(
      database(),
    );
    try {
      await check();
    } finally {
      await database()
        .updateTable("wallets")
        .set(before)
        .where("id", "=", world.owner.id)
        .execute();
    }
  }
});
