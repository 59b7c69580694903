import { afterAll, beforeAll, expect, test } from "vitest";
import { Payer } from "../../test/payer.ts";
import { openPayoutWorld, type PayoutWorld } from "../../test/payout-world.ts";
import { database } from "../database/db.ts";
import { deleteExpiredRows } from "./retention.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await openPayoutWorld();
});
afterAll(() => world.close());

const tables = [
  "rate_limits",
  "one_time_codes",
  "sandbox_messages",
  "refresh_tokens",
  "notifications",
  "email_codes",
  "outbound_messages",
] as const;

async function counts(): Promise<number[]> {
  const rows = await Promise.all(
    tables.map((table) => database().selectFrom(table).selectAll().execute()),
  );
  return rows.map((all) => all.length);
}

test("deletes expired rows, keeps rows in use, and never deletes money [4.12]", async () => {
  const payer = await world.payer("₹1,000");
  const balance = await payer.balance();
  await payer.post("/account/email", { email: "asha@example.com" });
  await world.work();
  const before = await counts();
  expect(before.every((count) => count > 0)).toBe(true);
  await deleteExpiredRows(database());
  expect(await counts()).toEqual(before);

  world.pass(100 * 24 * 60 * 60 * 1000);
  await deleteExpiredRows(database());
  expect(await counts()).toEqual(tables.map(() => 0));
  expect(await world.faults()).toEqual([]);
  const { token } = await world.signIn(payer.mobile);
  expect(await new Payer(world.app, payer.mobile, token).balance()).toBe(balance);
});
