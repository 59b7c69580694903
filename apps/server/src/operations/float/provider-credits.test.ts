// The guarantee: each reading of a balance reads little of the provider's list, which has every payout
// too, and what the provider lists late is found within the hour.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBankUtr, openFloatWorld, type FloatWorld } from "../../../test/float-world.ts";
import { transferWith } from "../../../test/razorpayx-world.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { now } from "../../kernel/clock.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import { razorpayxProvider } from "../../providers/razorpayx/razorpayx.ts";
import { fetchLateCredits } from "./fetch-provider-credits.ts";

const minuteMs = 60_000;
let world: FloatWorld;
let standIn: RazorpayXStandIn;
beforeAll(async () => {
  world = await openFloatWorld();
  standIn = await openRazorpayX({ now });
  useCredentials(razorpayxCredentials);
});
afterAll(async () => {
  useCredentials({});
  await standIn.close();
  await world.close();
});

test("a top-up that the provider lists hours late is found by the hourly read", async () => {
  await world.readBalances();
  const utr = newBankUtr();
  world.pass(-5 * 60 * minuteMs);
  await world.arriveAtSandbox(10_000_00, utr);
  world.pass(5 * 60 * minuteMs);
  const unrecorded = async () =>
    (await world.sandboxFloat()).unrecorded_credits.map((credit) => credit.utr_reference);
  await world.readBalances();
  expect(await unrecorded()).not.toContain(utr);
  await fetchLateCredits(new AbortController().signal);
  expect(await unrecorded()).toContain(utr);
});

test("of 250 older payouts, the second reading within an hour reads none again", async () => {
  const provider = razorpayxProvider({ baseUrl: standIn.baseUrl, timeoutMs: 5_000 });
  const bank = adapterOf("primary");
  useProviders({ primary: bank, alternative: bank }, [provider]);
  for (let sent = 0; sent < 250; sent += 1) await provider.send(transferWith());
  const pagesOfReading = async () => {
    const since = standIn.requests.length;
    await world.readBalances();
    return standIn.requests.slice(since).filter(({ path }) => path === "/v1/transactions").length;
  };
  world.pass(20 * minuteMs);
  const startedAt = performance.now();
  expect(await pagesOfReading()).toBe(3);
  // At most 4 calls a second; a timer may fire a moment early.
  expect(performance.now() - startedAt).toBeGreaterThan(2 * 250 - 5);
  world.pass(minuteMs);
  expect(await pagesOfReading()).toBe(1);
});
