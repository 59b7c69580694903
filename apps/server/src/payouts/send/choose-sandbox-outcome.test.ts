// The guarantee: a payout of the sandbox ends as an integrator chose, by the way of every provider
// update, with one outcome however choices race, and the sandbox never contradicts it afterwards.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  errorOf,
  openSandboxOutcomeWorld,
  type SandboxOutcomeWorld,
} from "../../../test/sandbox-outcome-world.ts";
import { database, transaction } from "../../database/db.ts";
import { lockTransfer } from "../../providers/sandbox/chosen-outcome.ts";
import { leasePayouts, slotsInEveryQueue } from "./lease-payouts.ts";

const walletPaise = 1_00_000_00;
/** ₹1,000 with fee and GST. */
const totalPaise = 1_000_00 + 5_90;

let world: SandboxOutcomeWorld;
beforeAll(async () => {
  world = await openSandboxOutcomeWorld();
});
beforeEach(() => world.startOver());
afterEach(async () => {
  expect(await world.disagreements()).toEqual([]);
});
afterAll(() => world.close());

describe("a payout that the sandbox has", () => {
  beforeEach(() => world.payAndSend());

  test("is paid, with a UTR, and costs its total", async () => {
    const answer = await world.choose("success");
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        message: "The sandbox reports this outcome",
        data: {
          id: world.payout().id,
          reference_id: world.payout().reference_id,
          outcome: "success",
          reason: null,
        },
      },
    ]);
    await world.work();
    expect(await world.shown()).toMatchObject({
      status: "success",
      utr_number: expect.stringMatching(/^\d{12}$/),
    });
    expect(await world.owner().balance()).toBe(walletPaise - totalPaise);
    expect(await world.eventTypes()).toEqual([
      "payout.created",
      "payout.processing",
      "payout.success",
    ]);
    expect(await world.checkStatus()).toMatchObject({ state: "success" });
  });

  test("fails with the chosen reason, and refunds its total to the paisa", async () => {
    expect(await world.owner().balance()).toBe(walletPaise - totalPaise);
    const { body } = await world.choose("failed", { reason: "The account is frozen" });
    expect(body.data.reason).toBe("The account is frozen");
    await world.work();
    expect(await world.shown()).toMatchObject({
      status: "failed",
      failure_reason: "The account is frozen",
    });
    expect(await world.owner().balance()).toBe(walletPaise);
    expect(await world.eventTypes()).toEqual([
      "payout.created",
      "payout.processing",
      "payout.failed",
    ]);
    expect(await world.checkStatus()).toMatchObject({
      state: "failed",
      reason: "The account is frozen",
    });
  });

  test("fails with a reason of the sandbox if none is chosen", async () => {
    const { body } = await world.choose("failed");
    expect(body.data.reason).toBe("The beneficiary's account is closed or invalid");
  });

  test("comes back after it was paid, and refunds its total", async () => {
    await world.choose("success");
    await world.work();
    expect((await world.shown()).status).toBe("success");
    expect((await world.choose("returned", { reason: "The account is frozen" })).status).toBe(200);
    await world.work();
    expect(await world.shown()).toMatchObject({
      status: "failed",
      failure_reason: "The account is frozen",
      returned_amount: { amount: 1_000_00 },
    });
    expect(await world.owner().balance()).toBe(walletPaise);
    expect(await world.checkStatus()).toMatchObject({ state: "reversed" });
  });

  test("is paid first if it is returned at once, and both are reported", async () => {
    await world.choose("returned");
    await world.work();
    expect(await world.eventTypes()).toEqual([
      "payout.created",
      "payout.processing",
      "payout.success",
      "payout.returned",
    ]);
    expect(await world.owner().balance()).toBe(walletPaise);
  });

  test("has its outcome from a status check before the delivery, and is settled once", async () => {
    await world.choose("success");
    expect(await world.checkStatus()).toMatchObject({ state: "success" });
    await world.choose("returned");
    expect(await world.checkStatus()).toMatchObject({ state: "success" });
    await world.work();
    expect((await world.eventTypes()).slice(2)).toEqual(["payout.success", "payout.returned"]);
    expect(await world.checkStatus()).toMatchObject({ state: "reversed" });
  });

  test("keeps its outcome: the same one again changes nothing, another is refused", async () => {
    const first = await world.choose("failed", { reason: "The account is frozen" });
    const again = await world.choose("failed", { reason: "Another reason" });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const refusal = [
      409,
      "OUTCOME_NOT_CHOOSABLE",
      "The outcome of this payout is failed. It can't change.",
    ];
    expect(errorOf(await world.choose("success"))).toEqual(refusal);
    await world.work();
    expect(errorOf(await world.choose("returned"))).toEqual(refusal);
    expect((await world.choose("failed")).text).toBe(first.text);
    await world.work();
    expect(await world.shown()).toMatchObject({ failure_reason: "The account is frozen" });
    expect(await world.owner().balance()).toBe(walletPaise);
  });

  test("gets the same answer again with the same key", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.choose("success", { key: "again" })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const other = await world.choose("returned", { key: "again" });
    expect([other.status, other.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    await world.work();
  });

  test("has one outcome when 20 choices race with each other and with workers", async () => {
    const [, , ...answers] = await Promise.all([
      world.work(),
      world.work(),
      ...Array.from({ length: 20 }, (_, at) => world.choose(at % 2 === 0 ? "success" : "failed")),
    ]);
    await world.work();
    const { status } = await world.shown();
    expect(["success", "failed"]).toContain(status);
    const accepted = answers.filter((one) => one.status === 200);
    expect(accepted.map(({ body }) => body.data.outcome)).toEqual(Array(10).fill(status));
    expect(await world.owner().balance()).toBe(
      walletPaise - (status === "success" ? totalPaise : 0),
    );
  });
});

test("20 choices that wait for the bank leave a connection to its worker", async () => {
  await world.payAndSend();
  const choices = await transaction(async (db) => {
    await lockTransfer(db, world.payout().reference_id);
    const waiting = Array.from({ length: 20 }, () => world.choose("success"));
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(db);
        return rows.length;
      })
      .toBeGreaterThan(0);
    for (let time = 0; time < 20; time += 1) await sql`select 1`.execute(database());
    return waiting;
  });
  const answers = await Promise.all(choices);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await world.work();
});

describe("a payout that was not sent yet", () => {
  test("gets the chosen outcome when it is sent, whatever its beneficiary stands for", async () => {
    await world.pay("asha@okhdfc");
    expect((await world.choose("failed", { reason: "The account is frozen" })).status).toBe(200);
    expect((await world.shown()).status).toBe("pending");
    await world.settle();
    expect(await world.shown()).toMatchObject({ failure_reason: "The account is frozen" });
    expect(await world.owner().balance()).toBe(walletPaise);
    await world.pay("failure@upi");
    await world.choose("success");
    await world.settle();
    expect((await world.shown()).status).toBe("success");
  });

  test("is returned after it was paid", async () => {
    await world.pay();
    await world.choose("returned");
    await world.settle();
    expect((await world.shown()).status).toBe("success");
    world.pass(6_000);
    await world.work();
    expect((await world.eventTypes()).slice(2)).toEqual(["payout.success", "payout.returned"]);
  });

  test("can be chosen for again a moment later while it is being sent", async () => {
    await world.pay();
    await leasePayouts(slotsInEveryQueue(200), 0);
    const answer = await world.choose("failed");
    expect([...errorOf(answer), answer.headers["retry-after"]]).toEqual([
      503,
      "PAYOUT_BEING_SENT",
      "This payout is being sent at this moment. Repeat the request in a second.",
      "1",
    ]);
    world.pass(1_000);
    await world.work();
    expect((await world.choose("failed")).status).toBe(200);
    await world.work();
    expect((await world.shown()).status).toBe("failed");
  });

  test("has one outcome when choices race with its sending", async () => {
    await world.pay();
    const [, , ...answers] = await Promise.all([
      world.work(),
      world.work(),
      ...Array.from({ length: 12 }, (_, at) => world.choose(at % 2 === 0 ? "failed" : "success")),
    ]);
    await world.settle();
    const { status } = await world.shown();
    for (const { status: code, body } of answers) {
      expect([200, 409, 503]).toContain(code);
      if (code === 200) expect(body.data.outcome).toBe(status);
    }
  });

  test("is refused once it is cancelled", async () => {
    await world.pay();
    await world.choose("success");
    await world.owner().post(`/payouts/${world.payout().id}/cancel`, {});
    expect(errorOf(await world.choose("success"))).toEqual([
      409,
      "OUTCOME_NOT_CHOOSABLE",
      "This payout was cancelled before it was sent.",
    ]);
    await world.settle();
    expect(await world.owner().balance()).toBe(walletPaise);
  });
});

test("a payout that ended on its own keeps its outcome, and a planned return is dropped", async () => {
  await world.pay("failure@upi");
  await world.settle();
  expect(errorOf(await world.choose("success"))[2]).toBe(
    "The outcome of this payout is failed. It can't change.",
  );
  await world.pay("reversed@upi");
  await world.settle();
  expect(errorOf(await world.choose("failed"))[2]).toBe(
    "The outcome of this payout is success. It can only become returned.",
  );
  expect((await world.choose("success")).status).toBe(200);
  world.pass(10_000);
  await world.work();
  expect((await world.shown()).status).toBe("success");
});
