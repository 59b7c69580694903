// The guarantee: a bank can send back a paid payout in parts. Each part is booked once, whatever is
// repeated or comes at once, together never more than the amount, and all of it ends as a return of
// the whole payout.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";
import { applyProviderUpdates, type AdapterUpdate } from "./apply-provider-updates.ts";

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹1,00,000", ["create_payout", "wallet_topup", "view_reports"]);
});
afterAll(() => world.close());

const inr = (amount: number) => ({ amount, currency: "INR" });
const total = 1_005_90;

async function paidPayout(amount = 1_000) {
  const { body } = await payer.pay(impsOrder({ amount }));
  await world.settle();
  const { id, reference_id: reference } = body.data as { id: string; reference_id: string };
  const before = await payer.balance();
  let returns = 0;
  const back = (paise: bigint, change: Partial<AdapterUpdate> = {}): AdapterUpdate => {
    returns += 1;
    return {
      reference,
      adapter: "sandbox",
      state: "reversed",
      amountPaise: paise,
      returnReference: `return-${reference}-${returns}`,
      reason: "Account closed",
      ...change,
    };
  };
  const gained = async () => (await payer.balance()) - before;
  return { id, reference, back, gained };
}

async function chargesOf(id: string) {
  const { rows } = await sql<{ account: string; paise: bigint }>`
    select account, sum(amount_paise)::bigint as paise from ledger_entries
    join ledger_postings on ledger_postings.id = posting_id
    where account in ('fee_income', 'gst_payable', 'provider') and (
      subject_id = ${id} or subject_id in (select id from payout_reversals where payout_id = ${id})
    )
    group by account
  `.execute(database());
  return Object.fromEntries(rows.map(({ account, paise }) => [account, Number(paise)]));
}

describe("a part of a payout that comes back", () => {
  test("is credited without the charges, and the payout stays paid", async () => {
    const { id, back, gained } = await paidPayout();
    expect(await applyProviderUpdates([back(400_00n)])).toEqual(["partial_return"]);
    expect(await gained()).toBe(400_00);
    expect(await chargesOf(id)).toEqual({ provider: 600_00, fee_income: 5_00, gst_payable: 90 });
    const shown = (await payer.get(`/payouts/${id}`)).body.data;
    expect(shown).toMatchObject({
      status: "success",
      amount: inr(1_000_00),
      returned_amount: inr(400_00),
      returns: [{ amount: inr(400_00), charges: inr(0) }],
    });
    expect(shown.timeline.at(-1)).toMatchObject({
      event: "partly_returned",
      sentence:
        "Partly returned by the bank: ₹400.00 of ₹1,000.00 refunded; fee and GST stay charged. Reason: Account closed",
    });
    expect(await world.faults()).toEqual([]);
  });

  test("is credited once when it is reported eight times at once", async () => {
    const { back, gained } = await paidPayout();
    const update = back(250_00n);
    const results = await Promise.all(
      Array.from({ length: 8 }, () => applyProviderUpdates([update])),
    );
    expect(results.flat().toSorted()).toEqual([...Array(7).fill("nothing"), "partial_return"]);
    expect(await gained()).toBe(250_00);
    expect(await world.faults()).toEqual([]);
  });

  test("several parts that make up the amount end as a return of the whole, charges included", async () => {
    const { id, back, gained } = await paidPayout();
    const parts = [back(400_00n), back(350_00n), back(250_00n)];
    expect(await applyProviderUpdates(parts)).toEqual([
      "partial_return",
      "partial_return",
      "reverse",
    ]);
    expect(await gained()).toBe(total);
    expect(await chargesOf(id)).toEqual({ provider: 0, fee_income: 0, gst_payable: 0 });
    const shown = (await payer.get(`/payouts/${id}`)).body.data;
    expect(shown).toMatchObject({ status: "failed", returned_amount: inr(1_000_00) });
    expect(shown.timeline.at(-1).sentence).toBe(
      "Returned by the bank: Account closed. ₹255.90 refunded",
    );
    // The same parts again, and the provider's own status of the whole transfer, change nothing.
    expect(await applyProviderUpdates(parts)).toEqual(["nothing", "nothing", "nothing"]);
    const whole = back(1_000_00n);
    delete (whole as { returnReference?: string }).returnReference;
    expect(await applyProviderUpdates([whole])).toEqual(["nothing"]);
    expect(await gained()).toBe(total);
    expect(await world.faults()).toEqual([]);
  });

  test("after a part, the status of the whole transfer brings back the rest", async () => {
    const { reference, back, gained } = await paidPayout();
    await applyProviderUpdates([back(400_00n)]);
    const whole = {
      reference,
      adapter: "sandbox",
      state: "reversed",
      amountPaise: 1_000_00n,
    } as const;
    expect(await applyProviderUpdates([whole])).toEqual(["reverse"]);
    expect(await gained()).toBe(total);
    expect(await world.faults()).toEqual([]);
  });

  test("parts at once never bring back more than the amount", async () => {
    const { id, back, gained } = await paidPayout();
    const parts = Array.from({ length: 8 }, () => back(300_00n));
    const results = (await Promise.all(parts.map((part) => applyProviderUpdates([part])))).flat();
    expect(results.filter((result) => result === "partial_return")).toHaveLength(3);
    expect(results.filter((result) => result === "mismatch")).toHaveLength(5);
    expect(await gained()).toBe(900_00);
    expect((await payer.shown(id)).status).toBe("success");
    expect(await world.faults()).toEqual([]);
  });
});

describe("a return that is not clear", () => {
  test.each([
    ["without any reference", { returnReference: undefined }],
    ["in another currency", { currency: "USD" }],
    ["above the amount", { amountPaise: 1_000_01n }],
    ["without an amount", { amountPaise: null }],
    ["of nothing", { amountPaise: 0n }],
  ])("%s moves nothing and becomes a difference", async (_what, change) => {
    const { id, back, gained } = await paidPayout();
    const update = { ...back(400_00n), ...change } as AdapterUpdate;
    if (update.returnReference === undefined)
      delete (update as { returnReference?: string }).returnReference;
    expect(await applyProviderUpdates([update])).toEqual(["mismatch"]);
    expect([await gained(), (await payer.shown(id)).status]).toEqual([0, "success"]);
  });

  test("of a payout that another adapter was given is ignored", async () => {
    const { back, gained } = await paidPayout();
    const results = await applyProviderUpdates([{ ...back(400_00n), adapter: "cashfree" }]);
    expect([results, await gained()]).toEqual([["not its payout"], 0]);
  });

  test("of a payout that is still open stays open", async () => {
    const { body } = await payer.pay(upiOrder("pending@upi"));
    await world.work();
    const { id, reference_id: reference } = body.data;
    const update = {
      reference,
      adapter: "sandbox",
      state: "reversed",
      amountPaise: 400_00n,
    } as const;
    expect(await applyProviderUpdates([{ ...update, returnReference: `r-${reference}` }])).toEqual([
      "mismatch",
    ]);
    expect((await payer.shown(id)).status).toBe("processing");
    expect(await world.faults()).toEqual([]);
  });

  test("with a reference of another amount or payout is not applied", async () => {
    const one = await paidPayout();
    const other = await paidPayout();
    const part = one.back(400_00n);
    await applyProviderUpdates([part]);
    expect(await applyProviderUpdates([{ ...part, amountPaise: 300_00n }])).toEqual(["mismatch"]);
    expect(await applyProviderUpdates([{ ...part, reference: other.reference }])).toEqual([
      "mismatch",
    ]);
    // The other payout was paid after the first balance was read.
    expect(await one.gained()).toBe(400_00 - total);
  });
});

describe("charges of a return", () => {
  test("come back with the first part when System Settings say so, and only once", async () => {
    await database()
      .insertInto("settings")
      .values({
        key: "partial_return_charges",
        value: JSON.stringify("refund"),
        updated_at: new Date(),
      })
      .execute();
    const { id, reference, back, gained } = await paidPayout();
    await applyProviderUpdates([back(400_00n)]);
    expect(await gained()).toBe(405_90);
    await applyProviderUpdates([back(100_00n)]);
    expect(await gained()).toBe(505_90);
    const [titles, ...rows] = (await payer.get("/payouts/export")).text
      .slice(1)
      .split("\r\n")
      .map((line: string) => line.split(","));
    const row = rows.find((cells: string[]) => cells.includes(reference));
    expect(row?.[titles?.indexOf("Charges returned") ?? -1]).toBe("5.90");
    expect(await chargesOf(id)).toEqual({ provider: 500_00, fee_income: 0, gst_payable: 0 });
    expect(await world.faults()).toEqual([]);
    await applyProviderUpdates([back(500_00n)]);
    expect(await gained()).toBe(total);
    expect(await chargesOf(id)).toEqual({ provider: 0, fee_income: 0, gst_payable: 0 });
    expect(await world.faults()).toEqual([]);
    await database().deleteFrom("settings").where("key", "=", "partial_return_charges").execute();
  });

  test("that the provider keeps cost the tenant nothing, and are recorded", async () => {
    const { id, back, gained } = await paidPayout();
    const kept = { feePaise: 3_00n, taxPaise: 54n };
    const results = await applyProviderUpdates([back(1_000_00n - 3_54n, { charge: kept })]);
    expect([results, await gained()]).toEqual([["reverse"], total]);
    const row = await database()
      .selectFrom("payout_reversals")
      .select(["provider_fee_paise", "provider_tax_paise"])
      .where("payout_id", "=", id)
      .executeTakeFirst();
    expect(row).toEqual({ provider_fee_paise: 3_00n, provider_tax_paise: 54n });
    expect(await world.faults()).toEqual([]);
  });
});
