// The guarantee: the delay until the next status check grows with completed checks, and not with
// workers that were killed before they could check.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { type Provider } from "../../providers/provider.ts";
import { type ProviderUpdate } from "../../providers/transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { configuredProviders, useProviders } from "../../providers/configured-providers.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";
import { applyProviderUpdate } from "./apply-provider-updates.ts";

const leaseSeconds = 40;
let world: PayoutWorld;
let sandbox: Provider;
let payer: Payer;
/** The provider's answer to sendings and status checks; undefined is no clear answer. */
let answer: ProviderUpdate | undefined;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹1,00,000");
  sandbox = configuredProviders()[0] as Provider;
  const respond = async () => {
    if (!answer) throw new OutcomeUnknownError("No answer within 10 seconds");
    return answer;
  };
  const provider = { ...sandbox, checkStatus: respond, send: respond };
  useProviders({ primary: provider, alternative: provider });
});
afterAll(() => world.close());

let made = 0;
let payout: { readonly id: string; readonly reference_id: string };
beforeEach(async () => {
  answer = undefined;
  // A beneficiary of its own: repeating an unclear payout needs a reason.
  const { body } = await payer.pay(upiOrder(`someone${(made += 1)}@upi`));
  payout = body.data as typeof payout;
  // Payouts of earlier tests are not due in this one.
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
    .select(["due_at", "attempts", "status_checks"])
    .where("id", "=", payout.id)
    .executeTakeFirstOrThrow();
}

/** A worker leases the payout and is killed before it calls the provider; the lease expires. */
async function killWithLease(): Promise<void> {
  expect(await leasePayouts(slotsInEveryQueue(10), leaseSeconds)).toHaveLength(1);
  world.pass(leaseSeconds * 1_000);
}

/** Works, and moves the clock to the next status check. @returns the seconds until then. */
async function checkStatus(): Promise<number> {
  const before = now();
  await world.work();
  const { due_at: due } = await row();
  if (!due) throw new Error("The payout is finished");
  const ms = due.getTime() - before.getTime();
  world.pass(ms);
  return Math.round(ms / 1_000);
}

test("eight workers killed with a lease do not delay the status check", async () => {
  for (let kill = 0; kill < 8; kill += 1) await killWithLease();
  expect(await checkStatus()).toBe(2);
  expect(await row()).toMatchObject({ attempts: 9, status_checks: 1 });
});

test("each status check without an answer doubles the delay; killed workers don't", async () => {
  const pauses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    pauses.push(await checkStatus());
    await killWithLease();
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32]);
});

test("only the provider's answers to our checks lengthen the delay, not its webhooks", async () => {
  for (let kill = 0; kill < 4; kill += 1) await killWithLease();
  answer = { state: "processing" };
  expect(await checkStatus()).toBe(8);
  const update = {
    state: "processing",
    reference: payout.reference_id,
    adapter: sandbox.name,
  } as const;
  for (let repeat = 0; repeat < 3; repeat += 1) await applyProviderUpdate(update);
  expect(await row()).toMatchObject({ status_checks: 1 });
  world.pass(60_000);
  expect(await checkStatus()).toBe(16);
});
