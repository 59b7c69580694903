// The guarantee: what is held for a payout is what its provider is asked to send.
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { expect, test } from "vitest";
import { upiOrder } from "../../../test/payout-world.ts";
import type { Initiation } from "./initiation.ts";
import { newInitiation, type ProviderChoice } from "./new-initiation.ts";

test("rejects an amount to hold that differs from the rupees to send by one paisa", () => {
  const order = upiOrder("sample@upi", { amount: 100.01 }) as PayoutOrder;
  const initiate = () =>
    newInitiation({} as ProviderChoice, { order, amountPaise: 10_000n } as Initiation);
  expect(initiate).toThrow("A payout of 100.01 rupees would hold 10000 paise");
});
