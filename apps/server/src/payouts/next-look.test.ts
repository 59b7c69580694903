// The guarantee: the pause until a provider is asked again grows with the looks that have ended,
// and not with the workers that were killed before they could ask.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Payer } from "../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { now } from "../clock.ts";
import { database } from "../db.ts";
import { OutcomeUnknownError, type Provider, type Report } from "../providers/provider.ts";
import { everyProvider, useProviders } from "../providers/rails.ts";
import { claimPayouts, inEveryLane } from "./claim-payouts.ts";
import { recordReport } from "./record-reports.ts";

const claimSeconds = 40;
let world: PayoutWorld;
let sandbox: Provider;
let payer: Payer;
/** What the provider answers to whoever sends or asks; undefined is no clear answer. */
let answer: Report | undefined;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹1,00,000");
  sandbox = everyProvider()[0] as Provider;
  const say = async () => {
    if (!answer) throw new OutcomeUnknownError("No answer within 10 seconds");
    return answer;
  };
  const provider = { ...sandbox, look: say, send: say };
  useProviders({ primary: provider, alternative: provider });
});
afterAll(() => world.close());

let payout: { readonly id: string; readonly reference_id: string };
beforeEach(async () => {
  answer = undefined;
  const { body } = await payer.pay(upiOrder("someone@upi"));
  payout = body.data as typeof payout;
  // Those of the tests before are none of this one's business.
  await database()
    .updateTable("payouts")
    .set({ due_at: new Date("2100-01-01T00:00:00Z") })
    .where("id", "!=", payout.id)
    .where("due_at", "is not", null)
    .execute();
});

async function row() {
  return database()
    .selectFrom("payouts")
    .select(["due_at", "attempts", "looks"])
    .where("id", "=", payout.id)
    .executeTakeFirstOrThrow();
}

/** A worker claims it and dies before it has asked anybody; the claim runs out. */
async function killWithClaim(): Promise<void> {
  expect(await claimPayouts(inEveryLane(10), claimSeconds)).toHaveLength(1);
  world.pass(claimSeconds * 1_000);
}

/** @returns the seconds until it is asked about again, and lets them pass. */
async function look(): Promise<number> {
  const before = now();
  await world.work();
  const { due_at: due } = await row();
  if (!due) throw new Error("It is over");
  const ms = due.getTime() - before.getTime();
  world.pass(ms);
  return Math.round(ms / 1_000);
}

test("eight workers that were killed with a payout put off no look at it", async () => {
  for (let kill = 0; kill < 8; kill += 1) await killWithClaim();
  expect(await look()).toBe(2);
  expect(await row()).toMatchObject({ attempts: 9, looks: 1 });
});

test("each look without an answer doubles the pause, and killed workers between them don't", async () => {
  const pauses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    pauses.push(await look());
    await killWithClaim();
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32]);
});

test("of what a provider is processing, only its answers to us lengthen the pause", async () => {
  for (let kill = 0; kill < 4; kill += 1) await killWithClaim();
  answer = { state: "processing" };
  expect(await look()).toBe(8);
  const notice = {
    state: "processing",
    reference: payout.reference_id,
    adapter: sandbox.name,
  } as const;
  for (let told = 0; told < 3; told += 1) await recordReport(notice);
  expect(await row()).toMatchObject({ looks: 1 });
  world.pass(60_000);
  expect(await look()).toBe(16);
});
