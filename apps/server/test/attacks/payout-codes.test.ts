// Attacks with a tenant's stolen session on payout codes (finding M2). Each fails now.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "../payer.ts";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

const ask = (payer: Payer, payout: object) =>
  payer.post("/payouts/otp/send", { mobile: payer.mobile, payout });
const verify = (payer: Payer, otp: string) =>
  payer.post("/payouts/otp/verify", { mobile: payer.mobile, otp });

test("two orders in turn do not skip the pause of 30 seconds", async () => {
  const payer = await world.payer("₹10,000");
  const orders = [impsOrder(), upiOrder("asha@okhdfc")] as const;
  const answers = [];
  for (let time = 0; time < 57; time += 1)
    answers.push(await ask(payer, orders[time % 2] ?? orders[0]));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.at(-1)?.body.error.code).toBe("TOO_MANY_REQUESTS");
});

test("57 different orders in one burst get three texts", async () => {
  const payer = await world.payer("₹10,000");
  const answers = await Promise.all(
    Array.from({ length: 57 }, (_, nth) => ask(payer, impsOrder({ amount: nth + 1 }))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  world.pass(30_000);
  expect((await ask(payer, impsOrder({ amount: 99 }))).status).toBe(200);
});

test("another session can neither use, burn nor replace a session's payout code", async () => {
  const payer = await world.payer("₹10,000");
  world.pass(31_000);
  const thief = new Payer(world.app, payer.mobile, (await world.signIn(payer.mobile)).token);
  await ask(payer, impsOrder());
  const otp = await payer.newestCode();
  expect((await verify(thief, otp)).body.error.code).toBe("OTP_INVALID");
  expect((await ask(thief, impsOrder({ amount: 5 }))).status).toBe(200);
  for (let tries = 0; tries < 5; tries += 1)
    await verify(thief, otp === "000000" ? "000001" : "000000");
  expect((await verify(payer, otp)).status).toBe(200);
});
