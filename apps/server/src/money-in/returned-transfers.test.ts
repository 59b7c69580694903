// Money that was returned, dismissed or is in suspense is not credited a second time, whatever way
// its UTR comes back.
import { initiateDeposit } from "@rokad/contract/deposits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReceiver, type Receiver } from "../../test/receiver.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../test/statement-world.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../database/db.ts";
import { receiveCredits } from "./virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const states = ["suspense", "returned"] as const;
type State = (typeof states)[number];

let lastRrn = 512_345_670_000;
const newRrn = () => String((lastRrn += 1));

/** Receives a credit without a sender and brings it into a state. */
async function receiveAs(state: State, receiver: Receiver, utr: string): Promise<void> {
  const credit = receiver.credit({ utr, sender: null });
  await receiveCredits("sandbox", [credit]);
  const { id } = await database()
    .selectFrom("incoming_credits")
    .select("id")
    .where("credit_reference", "=", credit.creditReference)
    .executeTakeFirstOrThrow();
  if (state === "suspense") return;
  const body = { utr_reference: world.newUtr(), reason: "Sent back" };
  expect((await boss.post(`/super-admin/suspense/${id}/return`, body)).status).toBe(200);
}

const requestBody = ({ bankAccount }: Receiver, utr: string) => ({
  bank_account: bankAccount,
  amount: 1500.5,
  utr_reference: utr,
});

const tenantMessages: Readonly<Record<State | "dismissed", string>> = {
  suspense: "This transfer arrived and is being checked. It needs no request.",
  returned: "This transfer was returned to its sender",
  dismissed: "This transfer was already credited",
};
const reviewerMessages: Readonly<Record<State, RegExp>> = {
  suspense: /^This transfer is in suspense\./,
  returned: /^This transfer was returned to its sender on /,
};

describe.for(states)("a transfer that is in the state %s", (state) => {
  test("can't be requested, by any tenant and in any spelling", async () => {
    const [receiver, other] = [await openReceiver(world), await openReceiver(world)];
    const rrn = newRrn();
    await receiveAs(state, receiver, rrn);
    for (const one of [receiver, other]) {
      const body = requestBody(one, `0000${rrn}`);
      const answer = await one.tenant.post("/wallet/deposit/initiate", body);
      expect([answer.status, answer.body.error.code, answer.body.error.fields]).toEqual([
        409,
        "TRANSFER_NOT_CREDITABLE",
        { utr_reference: tenantMessages[state] },
      ]);
    }
  });

  test("can't be approved, in the queue or from a statement", async () => {
    const receiver = await openReceiver(world);
    const rrn = newRrn();
    const body = requestBody(receiver, rrn);
    const { data: request } = await receiver.tenant.ask(initiateDeposit, { body });
    const before = await importLine(rrn);
    expect(before.outcome).toBe("exact");
    await receiveAs(state, receiver, `0000${rrn}`);
    const approval = await boss.post(`/super-admin/deposits/${request._id}/approve`, {});
    expect([approval.status, approval.body.error.message]).toEqual([
      409,
      expect.stringMatching(reviewerMessages[state]),
    ]);
    const byLine = await boss.post(`/super-admin/statement-lines/${before.id}/approve`, {});
    expect([byLine.status, byLine.body.error.code]).toEqual([409, "LINE_NOT_APPROVABLE"]);
    const line = await importLine(rrn);
    expect(line).toMatchObject({
      outcome: "not_creditable",
      group: "decide",
      can_approve: false,
      reason: expect.stringMatching(reviewerMessages[state]),
    });
    expect(await receiver.tenant.balance()).toBe(0);
  });

  test("goes to suspense again under another provider reference", async () => {
    const receiver = await openReceiver(world);
    const rrn = newRrn();
    await receiveAs(state, receiver, rrn);
    const again = receiver.credit({ utr: `0000${rrn}` });
    await receiveCredits("sandbox", [again]);
    const row = await database()
      .selectFrom("incoming_credits")
      .select(["id", "state", "reason"])
      .where("credit_reference", "=", again.creditReference)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "suspense", reason: "utr_repeated" });
    expect(await receiver.tenant.balance()).toBe(0);
  });
});

test("a transfer that was dismissed can't be requested under the UTR of the dismissed credit", async () => {
  const receiver = await openReceiver(world);
  const [typed, real] = [newRrn(), newRrn()];
  const { data } = await receiver.tenant.ask(initiateDeposit, {
    body: requestBody(receiver, typed),
  });
  const arrived = receiver.credit({ utr: real });
  await receiveCredits("sandbox", [arrived]);
  expect((await boss.post(`/super-admin/deposits/${data._id}/approve`, {})).status).toBe(200);
  const { id } = await database()
    .selectFrom("incoming_credits")
    .select("id")
    .where("credit_reference", "=", arrived.creditReference)
    .executeTakeFirstOrThrow();
  const dismissal = { reason: "The UTR was mistyped", utr_reference: typed };
  expect((await boss.post(`/super-admin/suspense/${id}/dismiss`, dismissal)).status).toBe(200);
  const late = await receiver.tenant.post("/wallet/deposit/initiate", requestBody(receiver, real));
  expect([late.status, late.body.error.message]).toEqual([409, tenantMessages.dismissed]);
});

async function importLine(utr: string) {
  const row = creditRow(utr, "IMPS SHARMA TRADERS", "1,500.50");
  const { lines } = await statementsOf(world).importRows(boss, row);
  if (!lines[0]) throw new Error("The import has no line");
  return lines[0];
}
