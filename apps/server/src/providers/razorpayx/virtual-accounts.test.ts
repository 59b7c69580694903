// The guarantee: a tenant has one account, locked to the tenant's own bank accounts at every
// moment, and each credit to it is told with the same words by webhook and by list.
import { expect, test } from "vitest";
import { useRazorpayX } from "../../../test/razorpayx-world.ts";
import { newReference } from "../../payouts/reference.ts";
import { NotTakenError } from "../provider.ts";
import type { IncomingCredit, Sender, VirtualAccounts } from "../virtual-accounts.ts";
import { razorpayxWebhook } from "./webhook.ts";

const world = useRazorpayX();

const sender = (last: number): Sender => ({
  accountNumber: `0000012345${String(last).padStart(2, "0")}`,
  ifscCode: "SBIN0000001",
});
const from = (one: Sender) => ({
  account_number: one.accountNumber,
  ifsc: one.ifscCode,
  name: "SAMPLE TRADERS",
});
const doors = (): VirtualAccounts => {
  const { virtualAccounts } = world.provider;
  if (!virtualAccounts) throw new Error("RazorpayX has virtual accounts");
  return virtualAccounts;
};
const order = (key = newReference(), senders = [sender(1)]) => ({
  key,
  name: "Sample Traders",
  mobile: "9876543210",
  senders,
});

test("one key is one account, also among hundreds, and after a lost answer", async () => {
  world.far.planFor("lost", { kind: "cut", acts: true });
  await expect(doors().open({ ...order("LOST"), name: "lost" })).rejects.toThrow("broke off");
  const opened = await doors().open(order("LOST"));
  for (let index = 0; index < 105; index += 1) await doors().open(order(`KEY${index}`));
  expect(await doors().open(order("LOST"))).toEqual(opened);
  expect(world.far.smartCollect.accounts).toHaveLength(106);
  expect(opened).toMatchObject({ ifscCode: "RATN0VAAPIS", isOpen: true });
});

test("a closed account takes nothing, and the tenant's next one is another", async () => {
  const one = order();
  const opened = await doors().open(one);
  await doors().close(opened.providerReference);
  await doors().close(opened.providerReference);
  const credit = { amount: 100_00, utr: "523223155921", from: from(sender(1)) };
  expect(world.far.smartCollect.receive(opened.accountNumber, credit)).toBe("sent back");
  expect((await doors().open(one)).accountNumber).not.toBe(opened.accountNumber);
});

test("the lock changes to exactly the senders, without ever being off", async () => {
  const opened = await doors().open(order());
  const kept = world.far.smartCollect.accounts.find(({ id }) => id === opened.providerReference);
  const counts: number[] = [];
  const lock = async (senders: readonly Sender[]) => {
    const since = world.far.requests.length;
    await doors().lockTo(opened.providerReference, senders);
    counts.push(world.far.requests.length - since);
    return kept?.payers.map(({ bank_account }) => bank_account.account_number).toSorted();
  };
  const numbers = (...lasts: number[]) => lasts.map((last) => sender(last).accountNumber);
  expect(await lock([sender(2)])).toEqual(numbers(2));
  // Looked, added the new one, and only then took the old one away.
  const verbs = world.far.requests.slice(-3).map(({ method }) => method);
  expect(verbs).toEqual(["GET", "POST", "DELETE"]);
  expect(await lock([sender(2), sender(3)])).toEqual(numbers(2, 3));
  expect(await lock([sender(3), sender(2)])).toEqual(numbers(2, 3));
  expect(counts).toEqual([3, 2, 1]);
  const ten = Array.from({ length: 10 }, (_, index) => sender(10 + index));
  expect(await lock(ten)).toHaveLength(10);
  const nextTen = ten.map((_, index) => sender(30 + index));
  expect(await lock(nextTen)).toEqual(nextTen.map(({ accountNumber }) => accountNumber));
  expect(await lock([sender(1)])).toEqual(numbers(1));
  expect(kept?.payersMin).toBe(1);
});

test("an account of nobody takes nothing, and more than ten are refused before anything is asked", async () => {
  const one = order(newReference(), []);
  const { accountNumber, providerReference } = await doors().open(one);
  const arrives = () =>
    world.far.smartCollect.receive(accountNumber, {
      amount: 100_00,
      utr: "523223155924",
      from: from(sender(1)),
    });
  expect(arrives()).toBe("sent back");
  await doors().lockTo(providerReference, [sender(1)]);
  expect(arrives()).toBe("credited");
  await doors().lockTo(providerReference, []);
  expect(arrives()).toBe("sent back");
  const kept = world.far.smartCollect.accounts.find(({ id }) => id === providerReference);
  expect(kept?.payersMin).toBe(1);

  const asked = world.far.requests.length;
  const eleven = Array.from({ length: 11 }, (_, index) => sender(index));
  await expect(doors().lockTo(providerReference, eleven)).rejects.toThrow(NotTakenError);
  expect(world.far.requests).toHaveLength(asked);
});

test("a credit is the same by webhook and by list; one of a stranger goes back", async () => {
  const opened = await doors().open(order());
  const receive = (utr: string, by: Sender | null) =>
    world.far.smartCollect.receive(opened.accountNumber, {
      amount: 619_00,
      utr,
      from: by && from(by),
    });
  expect(receive("523223155922", sender(9))).toBe("sent back");
  expect(receive("hdfcn00000000001", sender(1))).toBe("credited");
  const told = world.far.told.at(-1);
  expect(receive("P1-short", null)).toBe("credited");
  const [start, end] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  const listed: IncomingCredit[] = [];
  for await (const page of doors().credits?.(start, end) ?? []) listed.push(...page);
  const mine = listed.filter((one) => one.virtualAccount === opened.providerReference);
  expect(mine).toMatchObject([
    { utr: null, sender: null },
    {
      amountPaise: 619_00n,
      utr: "HDFCN00000000001",
      sender: { ...sender(1), name: "SAMPLE TRADERS" },
    },
  ]);
  expect(razorpayxWebhook.read(Buffer.from(told?.body ?? ""))).toEqual([
    { about: "credit", credit: mine[1] },
  ]);
  const before: IncomingCredit[] = [];
  for await (const page of doors().credits?.(new Date(0), start) ?? []) before.push(...page);
  expect(before).toEqual([]);
});

test("a payment that was sent back, or of another method, is no credit", async () => {
  const opened = await doors().open(order());
  world.far.smartCollect.receive(opened.accountNumber, {
    amount: 100_00,
    utr: "523223155923",
    from: null,
  });
  const body = world.far.told.at(-1)?.body ?? "";
  for (const [was, is] of [
    ['"method":"bank_transfer"', '"method":"upi"'],
    ['"status":"captured"', '"status":"refunded"'],
    ['"amount_refunded":0', '"amount_refunded":10000'],
  ] as const) {
    expect(razorpayxWebhook.read(Buffer.from(body.replace(was, is)))).toEqual([{ about: "other" }]);
  }
  const other = body.replace(/"payment_id":"pay_\d+"/, '"payment_id":"pay_1"');
  expect(() => razorpayxWebhook.read(Buffer.from(other))).toThrow("not this payment's");
});
