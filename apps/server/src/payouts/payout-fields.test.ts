// The guarantee: a payout is stored and returned with every field of the form, also with those that
// are optional, so that a new field can't be lost on the way.
import { exampleOf } from "@rokad/contract/openapi-example";
import { schemaBook } from "@rokad/contract/openapi-schemas";
import { payoutForm } from "@rokad/contract/payout-form";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../test/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

const book = schemaBook();

test.each(payoutForm.def.options.map((option) => [option.shape.method.def.values[0], option]))(
  "returns every field of a payout by %s",
  async (method, option) => {
    const example = exampleOf(book.request(option), { book, withOptional: true });
    const form: Record<string, unknown> = { ...(example as object), amount: 1_234.5 };
    expect(Object.keys(form).toSorted()).toEqual(Object.keys(option.shape).toSorted());
    const entered = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ""));

    const payer = await world.payer("₹10,000");
    const { status, body } = await payer.pay(form);
    expect([status, method]).toEqual([201, entered["method"]]);
    expect(await payer.shown(body.data.id)).toMatchObject({
      ...entered,
      amount: { amount: 1_234_50, currency: "INR" },
    });
  },
);
