// The guarantee: payout codes can't be guessed by asking for new ones. Ten wrong codes of a person
// within an hour lock that person's payouts for an hour, whatever the codes were sent for.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  await database()
    .insertInto("settings")
    .values({ key: "payout_codes_per_hour", value: "1000", updated_at: new Date() })
    .execute();
  payer = await world.payer("₹1,00,000");
});
afterAll(() => world.close());

const orders = [impsOrder(), upiOrder("asha@okhdfc")] as const;
const ask = (payout: object) => payer.post("/payouts/otp/send", { mobile: payer.mobile, payout });
const verify = (otp: string) => payer.post("/payouts/otp/verify", { mobile: payer.mobile, otp });
const codeOf = ({ body }: Awaited<ReturnType<typeof verify>>) => body.error?.code;

test("300 guesses with two orders in turn, in parallel, get ten tries", async () => {
  const order = impsOrder({ amount: 1 });
  const authorised = { ...order, authorization_token: await payer.authorise(order) };
  const answers: Awaited<ReturnType<typeof verify>>[] = [];
  for (let round = 0; round < 6; round += 1) {
    await ask(orders[round % 2] ?? orders[0]);
    const guesses = Array.from({ length: 50 }, (_, at) => String(round * 50 + at).padStart(6, "0"));
    answers.push(...(await Promise.all(guesses.map(verify))));
  }
  const times = (code: string) => answers.filter((answer) => codeOf(answer) === code).length;
  expect(times("OTP_INVALID")).toBe(10);
  expect(times("OTP_INVALID") + times("OTP_TRIES_USED_UP") + times("PAYOUTS_LOCKED")).toBe(300);

  const locked = await verify(await payer.newestCode());
  expect(locked.status).toBe(429);
  expect(locked.body.error.message).toMatch(
    /^10 wrong OTPs were entered. Payouts are locked until \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
  );
  expect(Number(locked.headers["retry-after"])).toBeGreaterThan(3_500);
  expect(codeOf(await ask(impsOrder({ amount: 5 })))).toBe("PAYOUTS_LOCKED");
  expect(codeOf(await payer.post("/payouts/initiate", authorised))).toBe("PAYOUTS_LOCKED");

  const { body } = await payer.get("/notifications");
  const kinds: string[] = body.data.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind) => kind === "payouts_locked")).toHaveLength(1);
  const entries = await database()
    .selectFrom("audit_log")
    .select(["act", "after"])
    .where("act", "=", "payout.locked")
    .execute();
  expect(entries).toMatchObject([{ after: { wrong_otps: 10 } }]);
});

test("another person is not locked, and an hour later the lock ends", async () => {
  const other = await world.payer("₹10,000");
  expect((await other.pay(impsOrder())).status).toBe(201);
  world.pass(60 * 60_000 + 1_000);
  payer = new Payer(world.app, payer.mobile, (await world.signIn(payer.mobile)).token);
  expect((await payer.pay(impsOrder({ amount: 7 }))).status).toBe(201);
});
