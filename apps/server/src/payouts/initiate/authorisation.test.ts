import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";

// Guarantee: a code authorises one payout once, for one person and every field but the remarks.

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹1,00,000");
});
afterAll(() => world.close());

const initiate = (caller: Payer, order: object, token: unknown) =>
  caller.post("/payouts/initiate", { ...order, authorization_token: token });

test.each([
  ["another amount", impsOrder({ amount: 1_001 })],
  ["another beneficiary's name", impsOrder({ beneficiary_name: "Other Traders" })],
  ["another account", impsOrder({ account_number: "000123456780" })],
  ["another IFSC", impsOrder({ ifsc_code: "HDFC0000060" })],
  ["another method", upiOrder("sample@upi")],
  ["a purpose that was not reviewed", impsOrder({ purpose: "salary" })],
])("a token for %s is rejected and deducts nothing [8.24, 25.33]", async (_, order) => {
  const before = await payer.balance();
  // The authorised payout differs only in the named field, but has its own code.
  const address = { beneficiary_address: `${Math.random()} Road` };
  const token = await payer.authorise(impsOrder(address));
  const { status, body } = await initiate(payer, { ...order, ...address }, token);
  expect([status, body.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  expect(await payer.balance()).toBe(before);
});

test("another person's token is rejected", async () => {
  const thief = await world.payer("₹10,000");
  const order = impsOrder({ beneficiary_address: "2 Sample Road" });
  const { status, body } = await initiate(thief, order, await payer.authorise(order));
  expect([status, body.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  expect(await thief.balance()).toBe(10_000_00);
});

test("a used token is rejected [8.24, 25.32]", async () => {
  const order = impsOrder({ beneficiary_address: "3 Sample Road" });
  const token = await payer.authorise(order);
  expect((await initiate(payer, order, token)).status).toBe(201);
  const { status, body } = await initiate(payer, order, token);
  expect([status, body.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
});

test("a token expires after five minutes [8.24]", async () => {
  const order = impsOrder({ beneficiary_address: "4 Sample Road" });
  const token = await payer.authorise(order);
  world.pass(5 * 60_000 + 1_000);
  expect((await initiate(payer, order, token)).body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
});

test.each(["rubbish", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."])("%s is no token", async (token) => {
  expect((await initiate(payer, impsOrder(), token)).body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
});

test("an access token is no authorisation", async () => {
  const { body } = await initiate(payer, impsOrder(), payer.token);
  expect(body.error.code).toBe("PAYOUT_NOT_AUTHORISED");
});

test("remarks may still change after the authorisation", async () => {
  const order = impsOrder({ beneficiary_address: "5 Sample Road" });
  const token = await payer.authorise(order);
  expect((await initiate(payer, { ...order, remarks: "June rent" }, token)).status).toBe(201);
});

test("deducts the charges that the code was sent for, even if the fee changes in between [8.17]", async () => {
  const order = impsOrder({ beneficiary_address: "6 Sample Road" });
  const token = await payer.authorise(order);
  const setting = { key: "fee_paise", value: "700", updated_at: new Date() };
  await database().insertInto("settings").values(setting).execute();
  const before = await payer.balance();
  await initiate(payer, order, token);
  expect(before - (await payer.balance())).toBe(1_005_90);
  await database().deleteFrom("settings").where("key", "=", "fee_paise").execute();
});

describe("the payout's code", () => {
  const ask = (order: object) =>
    payer.post("/payouts/otp/send", { mobile: payer.mobile, payout: order });
  const verify = (otp: string) => payer.post("/payouts/otp/verify", { mobile: payer.mobile, otp });

  test("names amount and beneficiary, and never the full account number [8.21, 33.6]", async () => {
    await ask(impsOrder({ beneficiary_address: "7 Sample Road" }));
    const { body } = await payer.get("/sandbox/messages", { mobile: payer.mobile });
    expect(body.data[0].text).toContain("to pay Rs.1,000.00 to Sample Traders (XX6789)");
  });

  test("counts as no wrong try when it is sent again because its answer was lost", async () => {
    await ask(impsOrder({ beneficiary_address: "9 Sample Road" }));
    const otp = await payer.newestCode();
    expect((await verify(otp)).status).toBe(200);
    for (let time = 0; time < 11; time += 1)
      expect((await verify(otp)).body.error).toMatchObject({
        code: "OTP_EXPIRED",
        message: "This OTP was already used. Request a new one.",
      });
  });

  test("is limited to one in 30 seconds for the same payout, but not for another one [8.22]", async () => {
    const order = impsOrder({ beneficiary_address: "8 Sample Road" });
    expect((await ask(order)).status).toBe(200);
    const again = await ask(order);
    expect([again.status, again.body.error.code]).toEqual([429, "OTP_TOO_SOON"]);
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask({ ...order, amount: 2_000 })).status).toBe(200);
    world.pass(30_000);
    expect((await ask({ ...order, amount: 2_000 })).status).toBe(200);
  });

  test("is rejected when wrong, and after five wrong attempts even when right [25.32]", async () => {
    await ask(impsOrder({ beneficiary_address: "9 Sample Road" }));
    const right = await payer.newestCode();
    const wrong = right === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await verify(wrong);
      expect([status, body.error.code]).toEqual([400, "OTP_INVALID"]);
    }
    const { status, body } = await verify(right);
    expect([status, body.error.code]).toEqual([400, "OTP_TRIES_USED_UP"]);
  });

  test("expires after five minutes", async () => {
    await ask(impsOrder({ beneficiary_address: "10 Sample Road" }));
    const otp = await payer.newestCode();
    world.pass(5 * 60_000 + 1_000);
    expect((await verify(otp)).body.error.code).toBe("OTP_EXPIRED");
  });

  test("a sign-in code authorises no payout", async () => {
    world.pass(31_000);
    await payer.post("/auth/send-otp", { mobile: payer.mobile });
    const otp = await payer.newestCode();
    expect((await verify(otp)).status).toBe(400);
  });
});
