// The guarantee: a day's list is complete, with each payout once, to the second at both ends.
import { afterAll, beforeAll, expect, test } from "vitest";
import { transferWith } from "../../../test/razorpayx-world.ts";
import {
  openRazorpayX,
  razorpayxCredentials,
  type RazorpayXStandIn,
} from "../../../test/stand-ins/razorpayx.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import type { Provider } from "../provider.ts";
import type { ListedTransfer } from "../transfer.ts";
import { razorpayxProvider } from "./razorpayx.ts";

const day = new Date("2026-11-20T18:30:00.000Z");
const nextDay = new Date("2026-11-21T18:30:00.000Z");
let now = day;
let standIn: RazorpayXStandIn;
let provider: Provider;
beforeAll(async () => {
  useCredentials(razorpayxCredentials);
  standIn = await openRazorpayX({ now: () => now });
  provider = razorpayxProvider({ baseUrl: standIn.baseUrl, timeoutMs: 5_000 });
});
afterAll(async () => {
  useCredentials({});
  await standIn.close();
});

const sendAt = async (at: Date) => {
  now = at;
  const one = transferWith({ amountPaise: 100n });
  await provider.send(one);
  return one;
};

async function listed(during?: (page: number) => Promise<void>): Promise<ListedTransfer[]> {
  const all: ListedTransfer[] = [];
  let page = 0;
  for await (const some of provider.list?.(day, nextDay) ?? []) {
    all.push(...some);
    page += 1;
    await during?.(page);
  }
  return all;
}

test("a day's list has its first and last second, and each payout once across pages [31.7]", async () => {
  await sendAt(new Date(day.getTime() - 1_000));
  const first = await sendAt(day);
  for (let index = 0; index < 120; index += 1) await sendAt(new Date("2026-11-21T06:00:00.000Z"));
  const last = await sendAt(new Date(nextDay.getTime() - 1));
  await sendAt(nextDay);
  standIn.settle();

  // A payout created between two pages shifts the others by one.
  const all = await listed(async (page) => {
    if (page === 1) await sendAt(new Date("2026-11-21T07:00:00.000Z"));
  });
  expect(all).toHaveLength(122);
  expect(new Set(all.map((one) => one.providerReference)).size).toBe(122);
  const references = all.map(({ reference }) => reference);
  expect(references).toContain(first.reference);
  expect(references).toContain(last.reference);
  expect(all.at(-1)?.createdAt).toEqual(day);
  expect(await provider.totals?.(day, nextDay)).toEqual({ count: 122, amountPaise: 12_200n });
});

test("a failing page fails the list instead of leaving payouts out", async () => {
  standIn.planFault({ kind: "cut", acts: true }, ({ query }) => query.get("skip") === "100");
  await expect(listed()).rejects.toThrow("Connection lost");
});
