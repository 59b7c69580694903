// The guarantee: calls of an adapter that its provider slot no longer uses do not count for the one that
// replaced it, so the payouts that are stuck at the old one keep no new payout from the new one.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPayoutWorld, upiOrder, type PayoutWorld } from "../../../test/payout-world.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { writeMeasurements } from "../../providers/measurements.ts";
import type { Provider } from "../../providers/provider.ts";
import { clearProviderStatuses, providerStatuses } from "../provider-status.ts";

let world: PayoutWorld;
let checks = 0;
const received: string[] = [];
beforeAll(async () => {
  world = await openPayoutWorld();
  const bank = adapterOf("primary");
  const silent = async () => {
    throw new OutcomeUnknownError("It gave no answer in time");
  };
  const old: Provider = {
    ...bank,
    name: "old",
    send: silent,
    checkStatus: () => {
      checks += 1;
      return silent();
    },
  };
  const next: Provider = {
    ...bank,
    name: "next",
    send(transfer) {
      received.push(transfer.reference);
      return bank.send(transfer);
    },
  };
  useProviders({ primary: old, alternative: bank }, [next]);
});
afterAll(() => world.close());

async function openReason() {
  await writeMeasurements();
  clearProviderStatuses();
  return (await providerStatuses()).primary.openReason;
}

test("payouts stuck at the replaced adapter do not open the circuit breaker of the new one", async () => {
  const payer = await world.payer("₹50,000");
  for (let sent = 0; sent < 10; sent += 1) await payer.pay(upiOrder("asha@okhdfc"));
  await world.work();
  expect(await openReason()).toBe("10 of its last 10 calls had no clear answer");

  await saveSetting("primary_provider", "next");
  for (let minute = 0; minute < 5; minute += 1) {
    world.pass(61_000);
    await sql`update payouts set due_at = ${now()} where status = 'processing'`.execute(database());
    await world.work();
  }
  expect(checks).toBeGreaterThanOrEqual(50);
  expect(await openReason()).toBeUndefined();
  const { reference_id } = (await payer.pay(upiOrder("ravi@okaxis"))).body.data;
  await world.work();
  expect(received).toEqual([reference_id]);
});
