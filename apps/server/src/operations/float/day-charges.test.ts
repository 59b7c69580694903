// The guarantee: the charges of a day are booked once, and what replaces them is signed as it is posted.
import { addDays } from "@rokad/contract/days";
import { getDayCharge, recordDayCharge } from "@rokad/contract/provider-charges";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { presign } from "../../../test/presign.ts";
import { dayInIndia, today } from "../../kernel/days.ts";

let world: FloatWorld;
beforeAll(async () => {
  world = await openFloatWorld();
});
afterAll(() => world.close());

let before: Record<string, bigint> = {};
beforeEach(async () => {
  before = await world.accounts();
});
async function moved(...accounts: string[]) {
  const sums = await world.accounts();
  return accounts.map((account) => Number((sums[account] ?? 0n) - (before[account] ?? 0n)));
}

describe("a day's charges that no payout names", () => {
  const path = "/super-admin/float/charges";
  const charges = (fee: number, tax: number, rest: object = {}) => ({
    adapter: "sandbox",
    day: today(),
    fee,
    tax,
    reference: "Invoice A",
    ...rest,
  });
  const set = (body: ReturnType<typeof charges>) => world.boss.ask(recordDayCharge, { body });
  const replaces = { fee: 1_250, tax: 225 };

  test("are posted once, and only the difference when the report changes", async () => {
    const first = await set(charges(1_250, 225));
    expect([first.message, first.data.posted_fee.amount]).toEqual(["Charges booked", 1_250_00]);
    expect((await set(charges(1_250, 225))).data).toMatchObject({ posted_fee: { amount: 0 } });
    const changed = await set(charges(1_000, 180, { replaces }));
    expect(changed.data).toMatchObject({ posted_fee: { amount: -250_00 } });
    expect(await moved("provider_fees", "input_tax_credit", "provider")).toEqual([
      -1_000_00, -180_00, 1_180_00,
    ]);
    expect(await world.faults()).toEqual([]);
  });

  test("say what they replace and what is posted, before and after the signature", async () => {
    const day = addDays(today(), -1);
    const on = dayInIndia(day);
    await set(charges(1_250, 225, { day }));
    const { data } = await world.boss.ask(getDayCharge, { query: { adapter: "sandbox", day } });
    expect(data).toMatchObject({ fee: { amount: 1_250_00 }, reference: "Invoice A" });

    const unaware = charges(50, 9, { day, reference: "Invoice B" });
    const refused = await world.boss.put(path, unaware);
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      409,
      "CHARGES_CHANGED",
      `Booked for ${on}: fee ₹1,250.00, GST ₹225.00 (Invoice A). Check before you replace it.`,
    ]);
    const body = { ...unaware, replaces };
    const unsigned = await world.boss.put(path, body, { signature: null });
    expect(unsigned.body.error.step_up?.summary).toBe(
      `Replace charges of Sandbox on ${on}, fee ₹1,250.00, GST ₹225.00 (Invoice A), by fee ₹50.00, GST ₹9.00; posts fee −₹1,200.00, GST −₹216.00`,
    );
    expect((await set(body)).message).toBe(
      "Replaced fee ₹1,250.00, GST ₹225.00 (Invoice A); posted fee −₹1,200.00, GST −₹216.00",
    );
    expect(await moved("provider_fees")).toEqual([-50_00]);
  });

  test("that change after they were signed are not replaced", async () => {
    const day = addDays(today(), -2);
    await set(charges(1_250, 225, { day }));
    const body = charges(1_300, 234, { day, replaces });
    const signature = await presign(world.boss, path, body, "put");
    await set(charges(1_400, 252, { day, replaces }));
    const late = await world.boss.put(path, body, { signature });
    expect([late.status, late.body.error.code]).toEqual([409, "CHARGES_CHANGED"]);
    expect(await moved("provider_fees")).toEqual([-1_400_00]);
  });
});
