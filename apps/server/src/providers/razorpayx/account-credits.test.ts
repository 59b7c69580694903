// The guarantee: the list of account credits has each bank transfer to our account once, and neither
// payouts nor the credits of payouts that came back.
import { expect, test } from "vitest";
import { transferWith, useRazorpayX } from "../../../test/razorpayx-world.ts";
import type { AccountCredit } from "../account-credit.ts";

const world = useRazorpayX();
const everything = [new Date(0), new Date("2100-01-01")] as const;
const payerAccount = "50200012345678";

async function listed(): Promise<AccountCredit[]> {
  const all: AccountCredit[] = [];
  for await (const page of world.provider.accountCredits?.(...everything) ?? []) all.push(...page);
  return all;
}

test("lists a top-up with its UTR and sender, and no payout or returned payout", async () => {
  world.standIn.receiveTopUp({ paise: 5_00_000_00, utr: "hdfcn52026112001", payerAccount });
  const returned = transferWith({
    to: { method: "imps", accountNumber: "02014457596969", ifscCode: "CITI0000001" },
  });
  for (const one of [transferWith(), returned]) await world.provider.send(one);
  world.standIn.settle();
  expect(await listed()).toEqual([
    {
      creditReference: "txn_T1",
      amountPaise: 5_00_000_00n,
      utr: "HDFCN52026112001",
      payerAccount,
      at: expect.any(Date),
    },
  ]);
});

test("lists 120 top-ups across pages, each once", async () => {
  for (let nth = 0; nth < 120; nth += 1) {
    world.standIn.receiveTopUp({ paise: 1_00, utr: `AXISN5202611${nth + 1000}`, payerAccount });
  }
  const all = await listed();
  expect(all).toHaveLength(121);
  expect(new Set(all.map(({ creditReference }) => creditReference)).size).toBe(121);
});

test("a failing page fails the list instead of leaving top-ups out", async () => {
  world.standIn.planFault({ kind: "cut", acts: true }, ({ query }) => query.get("skip") === "100");
  await expect(listed()).rejects.toThrow("Connection lost");
});
