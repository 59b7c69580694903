// The guarantee: a provider's balance is explained to the paisa, and a low balance notifies super
// admins once per crossing and stops nothing.
import { changeSettings, listSettings } from "@rokad/contract/settings";
import { listNotifications } from "@rokad/contract/notifications";
import { listProviders } from "@rokad/contract/gateway";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { impsOrder, upiOrder } from "../../../test/payout-world.ts";
import type { Payer } from "../../../test/payer.ts";
import { database } from "../../database/db.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";

let world: FloatWorld;
let payer: Payer;
let bank: Provider;
beforeAll(async () => {
  world = await openFloatWorld();
  bank = adapterOf("primary");
  payer = await world.payer("₹5,00,000");
});
afterAll(() => world.close());

const reconciled = async () => {
  await world.readBalances();
  const { reconciliation } = await world.sandboxFloat();
  if (!reconciliation) throw new Error("There is no reading");
  return reconciliation;
};

describe("the balance of a provider", () => {
  test("is unexplained by nothing from the first reading on: its list explains the opening", async () => {
    const { reported, parts, unexplained } = await reconciled();
    expect([parts.unrecorded, unexplained.amount]).toEqual([reported, 0]);
  });

  test("agrees with the books once the opening is recorded, also with payouts of every outcome", async () => {
    const [opening] = (await world.sandboxFloat()).unrecorded_credits;
    await world.record({
      from: "own_funds",
      amount: (opening?.amount.amount ?? 0) / 100,
      utr_reference: "",
      note: "Opening balance",
      credit_reference: opening?.reference,
    });
    for (const order of [impsOrder(), upiOrder("failure@upi"), upiOrder("reversed@upi")]) {
      await payer.pay(order);
      await world.settle();
    }
    world.pass(10_000);
    await world.settle();
    const { reported, expected, paid, parts, unexplained } = await reconciled();
    expect(reported).toEqual(expected);
    expect(paid.amount).toBe(1_000_00);
    expect([...Object.values(parts), unexplained].map(({ amount }) => amount)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });

  test("lists payouts in flight with their charges, then charges that are not booked", async () => {
    const { body } = await payer.pay(impsOrder());
    await world.work();
    await sql`
      update sandbox_bank.transfers set fee_paise = 500, tax_paise = 90
      where reference = ${body.data.reference_id}
    `.execute(database());
    await sql`
      update payouts set provider_fee_paise = 500, provider_tax_paise = 90 where id = ${body.data.id}
    `.execute(database());
    expect(await reconciled()).toMatchObject({
      parts: { in_flight: { amount: -1_000_00 }, unbooked_charges: { amount: -5_90 } },
      unexplained: { amount: 0 },
    });
    await world.settle();
    // Settled, and not yet booked: the reading of the page's own books.
    const { books } = await world.sandboxFloat();
    const { expected, charges, unexplained } = await reconciled();
    expect(books.amount - expected.amount).toBe(5_90);
    expect([charges.amount, unexplained.amount]).toEqual([5_90, 0]);
  });

  test("lists a recorded top-up that the provider has not received as on the way", async () => {
    const utr = newBankUtr();
    await world.record({ amount: 40_000, utr_reference: utr });
    expect(await reconciled()).toMatchObject({
      parts: { on_the_way: { amount: -40_000_00 } },
      unexplained: { amount: 0 },
    });
    await world.arriveAtSandbox(40_000_00, utr);
    expect(await reconciled()).toMatchObject({
      parts: { on_the_way: { amount: 0 } },
      unexplained: { amount: 0 },
    });
  });

  test("is explained after an outage of days in which a top-up arrived", async () => {
    await reconciled();
    const days = 24 * 3_600_000;
    const utr = newBankUtr();
    await sql`
      update account_credit_sweeps set read_to = read_to - interval '5 days'
    `.execute(database());
    world.pass(-4 * days);
    await world.arriveAtSandbox(10_000_00, utr);
    world.pass(4 * days);
    expect((await reconciled()).unexplained.amount).toBe(0);
    expect((await world.sandboxFloat()).unrecorded_credits).toMatchObject([
      { utr_reference: utr, amount: { amount: 10_000_00 } },
    ]);
    await world.record({ amount: 10_000, utr_reference: utr });
  });

  test("is not green when the provider has a paisa less", async () => {
    useBalance((paise) => paise - 1n);
    expect((await reconciled()).unexplained.amount).toBe(-1);
    useBalance((paise) => paise);
    expect((await reconciled()).unexplained.amount).toBe(0);
    expect(await world.faults()).toEqual([]);
  });
});

/** Replaces what the provider says that we have. */
function useBalance(change: (paise: bigint) => bigint) {
  const changed: Provider = {
    ...bank,
    balance: async () => change((await bank.balance?.()) ?? 0n),
  };
  useProviders({ primary: changed, alternative: changed });
}

describe("a low balance", () => {
  const set = async (key: "primary_low_balance_paise" | "low_balance_hours", value: unknown) => {
    const settings = (await world.boss.ask(listSettings, {})).data;
    const seen = settings.find((setting) => setting.key === key)?.value;
    await world.boss.ask(changeSettings, { body: { changes: [{ key, seen, value }] } });
  };
  const alerts = async () => {
    const { data } = await world.boss.ask(listNotifications, { query: { limit: "50" } });
    return data.filter(({ kind }) => kind === "provider_balance_low").map(({ text }) => text);
  };

  test("notifies once below the limit, again only after a recovery of a tenth, and stops nothing", async () => {
    await set("primary_low_balance_paise", 1_00_000_00);
    useBalance(() => 99_999_99n);
    await world.readBalances();
    await world.readBalances();
    expect(await alerts()).toEqual([
      "Sandbox has a balance of ₹99,999.99: below the limit of ₹1,00,000.00",
    ]);
    expect((await world.sandboxFloat()).low?.reason).toBe("below the limit of ₹1,00,000.00");
    // Above the limit by less than a tenth: still the same crossing.
    useBalance(() => 1_05_000_00n);
    await world.readBalances();
    useBalance(() => 99_000_00n);
    await world.readBalances();
    expect(await alerts()).toHaveLength(1);
    useBalance(() => 1_10_000_00n);
    await world.readBalances();
    expect((await world.sandboxFloat()).low).toBeNull();
    useBalance(() => 50_000_00n);
    await world.readBalances();
    expect(await alerts()).toHaveLength(2);
    const { data } = await world.boss.ask(listProviders, {});
    expect(data.providers.map(({ passed_over: skipped }) => skipped)).toEqual([null, null]);
    const { body } = await payer.pay(impsOrder());
    await world.settle();
    expect((await payer.shown(body.data.id)).status).toBe("success");
  });

  test("notifies once when three workers read it at the same time", async () => {
    useBalance(() => 9_00_000_00n);
    await world.readBalances();
    const before = (await alerts()).length;
    useBalance(() => 10_000_00n);
    await Promise.all([world.readBalances(), world.readBalances(), world.readBalances()]);
    expect(await alerts()).toHaveLength(before + 1);
  });

  test("notifies when it lasts fewer hours than the limit at the rate of the last day", async () => {
    await set("primary_low_balance_paise", null);
    useBalance(() => 50_000_00n);
    await world.readBalances();
    // ₹48,000 in the last 12 hours: ₹4,000 an hour.
    await sql`delete from provider_balances`.execute(database());
    await world.readBalances();
    await sql`
      update provider_balances
      set read_at = read_at - interval '12 hours', taken_paise = taken_paise - 4800000
    `.execute(database());
    await world.readBalances();
    expect(await world.sandboxFloat()).toMatchObject({
      paid_per_hour: { amount: expect.closeTo(4_000_00, -3) },
      runway_hours: 12.5,
      runway_hours_min: 4,
      low: null,
    });
    useBalance(() => 12_000_00n);
    await world.readBalances();
    expect((await world.sandboxFloat()).low?.reason).toBe(
      "enough for 3 hours at the rate of the last day, less than the limit of 4",
    );
    await set("low_balance_hours", null);
    await world.readBalances();
    expect((await world.sandboxFloat()).low).toBeNull();
  });

  test("keeps the last reading when the provider does not answer, and stops no payout", async () => {
    const { balance } = await world.sandboxFloat();
    const silent: Provider = {
      ...bank,
      balance: async () => {
        throw new OutcomeUnknownError("No answer");
      },
    };
    useProviders({ primary: silent, alternative: silent });
    await world.readBalances();
    expect((await world.sandboxFloat()).balance?.reported).toEqual(balance?.reported);
    const { body } = await payer.pay(impsOrder());
    await world.settle();
    expect((await payer.shown(body.data.id)).status).toBe("success");
  });
});
