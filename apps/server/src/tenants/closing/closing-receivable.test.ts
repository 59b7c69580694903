// The guarantee: what comes back to a wallet pays what its tenant owes first, also in part or while
// the account is being closed; and no account is closed while its tenant owes something.
import * as closings from "@rokad/contract/closings";
import { listNotifications } from "@rokad/contract/notifications";
import { listWalletHistory } from "@rokad/contract/wallet";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openClosingWorld, type ClosingWorld } from "../../../test/closing-world.ts";
import { impsOrder } from "../../../test/payout-world.ts";
import { postAdjustment } from "../../../test/post-adjustment.ts";
import { openReceiver } from "../../../test/receiver.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { balance } from "../../ledger/ledger.ts";
import { receiveChargeback } from "../../money-in/adjustments/receive-chargeback.ts";
import { receiveCredit } from "../../money-in/virtual-accounts/receive-credits.ts";
import { applyProviderUpdates } from "../../payouts/send/apply-provider-updates.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { pageMovements } from "../wallet/page-movements.ts";

let world: ClosingWorld;
beforeAll(async () => {
  world = await openClosingWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const inr = (amount: number) => ({ amount, currency: "INR" });
const take = (walletId: string, paise: bigint) =>
  transaction((db) => postAdjustment(db, { walletId, paise, debit: "wallet", credit: "bank" }));
const give = (walletId: string, paise: bigint) =>
  transaction((db) => postAdjustment(db, { walletId, paise, debit: "losses", credit: "wallet" }));

test("a failed withdrawal of a closing pays the debt; the account closes when nothing is owed", async () => {
  const { owner } = await world.tenant(800);
  const failing = await world.account(owner, "failed");
  await world.startClosing(owner.id);
  expect((await world.payOut(owner.id, await world.payOutOf(owner.id, failing))).status).toBe(201);
  await take(owner.id, 1_000_00n);
  expect((await world.closing(owner.id)).blockers).toMatchObject([
    { kind: "payouts", amount: inr(800_00) },
    { kind: "receivable", count: 1, amount: inr(1_000_00) },
  ]);
  await world.settle();
  expect(await world.isClosed(owner.id)).toBe(false);
  expect(await world.closing(owner.id)).toMatchObject({
    balance: inr(0),
    blockers: [{ kind: "receivable", amount: inr(200_00) }],
  });
  const { data } = await world.boss.ask(listNotifications, { query: { limit: "100" } });
  expect(data.find(({ kind }) => kind === "closing_blocked")?.text).toContain(
    "₹800.00 of Sharma Traders could not be paid out. ₹800.00 paid off what the tenant owed; pay out what is left",
  );
  await give(owner.id, 200_00n);
  await world.work();
  expect(await world.isClosed(owner.id)).toBe(true);
});

test("an empty account whose tenant owes something stays open until it is paid off", async () => {
  const { owner } = await world.tenant(500);
  await take(owner.id, 700_00n);
  expect((await world.startClosing(owner.id)).data.state).toBe("closing");
  await world.work();
  expect(await world.isClosed(owner.id)).toBe(false);
  const refused = await world.boss.delete(`/super-admin/tenants/${owner.id}`);
  expect(refused.body.error.message).toContain("it owes ₹200.00");
  await give(owner.id, 250_00n);
  await world.work();
  expect(await world.closing(owner.id)).toMatchObject({ balance: inr(50_00), blockers: [] });
});

test("a part of a payout that comes back pays the debt first, and the tenant is notified", async () => {
  const { owner, payer } = await world.tenant(2_000);
  const { body } = await payer.pay(impsOrder({ amount: 1_000 }));
  await world.settle();
  await take(owner.id, 994_10n + 300_00n);
  const part = (paise: bigint) => ({
    reference: body.data.reference_id as string,
    adapter: "sandbox",
    state: "reversed" as const,
    amountPaise: paise,
    returnReference: newId(),
  });
  expect(await applyProviderUpdates([part(200_00n), part(150_00n)])).toEqual([
    "partial_return",
    "partial_return",
  ]);
  expect(await balance(database(), owner.id)).toMatchObject({
    availablePaise: 50_00n,
    receivablePaise: 0n,
  });
  const { data } = await owner.ask(listWalletHistory, { query: {} });
  const lines = data.map(({ description, amount }) => [description, amount.amount]);
  expect(lines.toSorted().slice(2)).toEqual([
    ["Paid off what you owed", 100_00],
    ["Paid off what you owed", 200_00],
    ["Payout partly returned", 150_00],
    ["Payout partly returned", 200_00],
    ["Payout to Sample Traders", 1_005_90],
    ["Wallet Credit", 2_000_00],
  ]);
  const { data: notified } = await owner.ask(listNotifications, { query: {} });
  expect(notified.map(({ kind }) => kind)).toContain("receivable_paid");
});

test("a chargeback that races the closing: debited and owed, or closed and for people", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { tenant, ...receiver } = await openReceiver(world);
    const credit = receiver.credit({ amountPaise: 500_00n });
    await receiveCredit("sandbox", credit);
    await take(tenant.id, 500_00n);
    const [started, taken] = await Promise.all([
      world.startClosing(tenant.id),
      receiveChargeback("sandbox", {
        reference: newId(),
        creditReference: credit.creditReference,
        amountPaise: 500_00n,
      }),
    ]);
    const isClosed = started.data.state === "closed";
    expect(taken).toBe(isClosed ? "contradiction" : "debited");
    expect((await balance(database(), tenant.id)).receivablePaise).toBe(isClosed ? 0n : 500_00n);
  }
});

test("a remainder set aside is a line of the history, which adds up to the balance", async () => {
  const { owner } = await world.tenant(0.4);
  const params = { id: owner.id };
  await world.startClosing(owner.id);
  await world.boss.ask(closings.setRemainderAside, { params, body: { balance: 40 } });
  // Money that comes back opens the closing again, and its history with it.
  const { rows } = await sql<{ reference: string }>`
    select reference_id as reference from payouts where tenant_id = ${owner.id}
  `.execute(database());
  const reference = rows[0]?.reference ?? "";
  expect(
    await applyProviderUpdates([{ reference, adapter: "sandbox", state: "reversed" }]),
  ).toEqual(["reverse"]);
  expect(await findTenant(database(), owner.id)).toBeDefined();
  const tenant = { tenantId: owner.id } as Tenant;
  const history = await pageMovements(database(), tenant, { page: 1, limit: 10 });
  expect(history.rows.find(({ kind }) => kind === "set_aside")).toMatchObject({
    type: "debit",
    paise: 40n,
  });
  const { availablePaise } = await balance(database(), owner.id);
  expect(history.totals.credits - history.totals.debits).toBe(availablePaise);
});
