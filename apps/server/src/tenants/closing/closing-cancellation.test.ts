// The guarantee: only a super admin stops the payout that empties the wallet of a closing, and then the
// closing says so. A business learns that its closing was cancelled.
import { cancelClosing, payOutBalance } from "@rokad/contract/closings";
import { listNotifications } from "@rokad/contract/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: ClosingWorld;
beforeAll(async () => {
  world = await openClosingWorld();
});
afterAll(() => world.close());

/** Starts a closing and pays its balance out. @returns the payouts. */
async function payOut({ id }: SignedIn, account: string) {
  await world.startClosing(id);
  const body = await world.payOutOf(id, account);
  return (await world.boss.ask(payOutBalance, { params: { id }, body })).data.payouts;
}

async function countBlocked(): Promise<number> {
  const { data } = await world.boss.ask(listNotifications, { query: { limit: "100" } });
  return data.filter(({ kind }) => kind === "closing_blocked").length;
}

test("the tenant can't cancel it, and the account closes when it is paid", async () => {
  const { owner, payer } = await world.tenant(800);
  const [payout] = await payOut(owner, await world.account(owner));
  const id = payout?.id ?? "";
  expect(await payer.shown(id)).toMatchObject({ status: "pending", can_cancel: false });
  const { status, body } = await payer.post(`/payouts/${id}/cancel`, {});
  expect([status, body.error.code, body.error.message]).toEqual([
    409,
    "PAYOUT_NOT_CANCELLABLE",
    "Your account is being closed and this pays out its balance, so it can't be cancelled.",
  ]);
  expect((await payer.shown(id)).status).toBe("pending");
  await world.settle();
  expect(await world.isClosed(owner.id)).toBe(true);
  expect(await world.faults()).toEqual([]);
});

test("a super admin who cancels it flags the closing, and every super admin is notified", async () => {
  const { owner, payer } = await world.tenant(800);
  const account = await world.account(owner);
  const [payout] = await payOut(owner, account);
  const before = await countBlocked();
  const path = `/super-admin/payouts/${payout?.id ?? ""}/cancel`;
  expect((await world.boss.post(path, { reason: "Wrong account" })).status).toBe(200);
  expect(await payer.balance()).toBe(800_00);
  expect((await world.closing(owner.id)).needs_attention).toBe(true);
  expect(await countBlocked()).toBe(before + 1);
  world.pass(31_000);
  const body = await world.payOutOf(owner.id, account);
  expect((await world.payOut(owner.id, body)).status).toBe(201);
  await world.settle();
  expect(await world.isClosed(owner.id)).toBe(true);
  expect(await world.faults()).toEqual([]);
});

test("a business is notified that its closing was cancelled, and of each closing again", async () => {
  const { owner } = await world.tenant(500);
  await world.startClosing(owner.id);
  await world.boss.ask(cancelClosing, { params: { id: owner.id } });
  await world.startClosing(owner.id);
  const { data } = await owner.ask(listNotifications, { query: {} });
  const closings = data.filter(({ kind }) => kind === "account_closing");
  expect(closings.map(({ title }) => title)).toEqual([
    "Your account is being closed",
    "Your account stays open",
    "Your account is being closed",
  ]);
  expect(closings[1]?.text).toBe(
    "Its closing was cancelled and no longer stops payouts and deposits",
  );
});
