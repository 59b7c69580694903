// The guarantee: whatever meets at a request that holds money, it is sent or it ends, its money moves
// once, and the verification finds every other outcome.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../../test/disturbances.ts";
import { impsOrder } from "../../../test/forms.ts";
import { openHoldsWorld, type HoldsWorld } from "../../../test/holds-world.ts";
import { machinePayout, newKey, sendingForm } from "../../../test/key-world.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, separateConnection, transaction } from "../../database/db.ts";
import * as ledger from "../../ledger/ledger.ts";
import { requestHoldRules } from "../../ledger/verify-request-holds.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { expireRequests } from "./expire-requests.ts";
import { returnStrayHolds } from "./return-stray-holds.ts";

let world: HoldsWorld;
beforeAll(async () => {
  world = await openHoldsWorld();
});
afterAll(() => world.close());

/** Runs two acts against each other: the request is locked until both wait for it. */
async function against(id: string, acts: readonly (() => Promise<unknown>)[]) {
  const blocker = separateConnection();
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from payment_requests where id = $1 for update", [id]);
    const running = acts.map((act) => act());
    await until(async () => (await waitingForLocks()) >= acts.length);
    await blocker.query("commit");
    await Promise.all(running);
  } finally {
    await blocker.end();
  }
}

describe("at the same time", () => {
  for (const rival of ["withdrawal", "rejection", "edit", "second approval"] as const) {
    test(`a ${rival} and the last approval have one outcome, and the money moves once`, async () => {
      for (const isFirst of [true, false]) {
        const { owner, preparer, approver, second } = await world.holdingTeam("₹1,000");
        const request = await world.request(preparer, impsOrder({ amount: 500 }));
        const { id, content_hash } = request;
        const tokens = {
          approver: await world.signApprovals(approver, [request]),
          second: await world.signApprovals(second, [request]),
        };
        const rivals = {
          withdrawal: () => preparer.post(`/payment-requests/${id}/withdraw`, {}),
          rejection: () =>
            second.post(`/payment-requests/${id}/reject`, { content_hash, reason: "Paid already" }),
          edit: () =>
            preparer.put(`/payment-requests/${id}`, {
              payout: impsOrder({ amount: 600 }),
              content_hash,
            }),
          "second approval": () => world.askToApprove(second, [request], tokens.second),
        };
        const approval = () => world.askToApprove(approver, [request], tokens.approver);
        const acts = [rivals[rival], approval];
        await against(id, isFirst ? acts : acts.toReversed());
        const shown = await world.read(owner, id);
        const held = await world.postings(id);
        if (shown.payout) {
          expect(held).toEqual(["request_hold", "request_release", "hold"]);
          expect(await world.money(owner)).toEqual([494.1, 505.9, 0]);
        } else if (rival === "edit") {
          expect(await world.money(owner)).toEqual([394.1, 605.9, 605.9]);
        } else {
          expect(held).toEqual(["request_hold", "request_release"]);
          expect(await world.money(owner)).toEqual([1_000, 0, 0]);
        }
        await world.check();
      }
    });
  }

  test("its expiry on two servers and the last approval have one outcome", async () => {
    const { owner, preparer, approver } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    const token = await world.signApprovals(approver, [request]);
    // An expiry passes over what is locked, so it meets an approval only after it.
    await world.later(31 * 24 * 3_600_000, () =>
      Promise.all([
        expireRequests(),
        expireRequests(),
        world.askToApprove(approver, [request], token),
      ]),
    );
    await world.later(31 * 24 * 3_600_000, expireRequests);
    const shown = await world.read(owner, request.id);
    expect([shown.state, shown.payout]).toEqual(["expired", null]);
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
    await world.check();
  });

  test("requests beyond the balance: the wallet holds those that it covers", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000");
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.submit(preparer, 400)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect(await world.money(owner)).toEqual([188.2, 811.8, 811.8]);
    await world.check();
  });
});

test.each([
  ["payout", "request"],
  ["request", "payout"],
] as const)(
  "a %s and then a %s with one client reference: the first has it, and none waits in a circle",
  async (first, second) => {
    const bands = world.oneApprover.map((band) => ({ ...band, steps: [] }));
    const { owner, preparer } = await world.holdingTeam("₹10,000", bands);
    const { caller } = await newKey(world, owner, sendingForm());
    const payout = machinePayout({ client_reference: "INV-1" });
    const acts = {
      payout: () => caller.post("/payouts", payout, { key: "payout" }),
      request: () => preparer.post("/payment-requests", { payout }),
    };
    const answers = await transaction(async (db) => {
      await ledger.lock(db, [owner.id]);
      const earlier = acts[first]();
      await expect.poll(waitingForLocks).toBe(1);
      const later = acts[second]();
      await expect.poll(waitingForLocks).toBe(2);
      return [earlier, later];
    });
    const [accepted, refused] = await Promise.all(answers);
    expect(accepted?.status).toBe(201);
    expect([refused?.status, refused?.body.error.code]).toEqual([409, "CLIENT_REFERENCE_USED"]);
    await world.check();
  },
);

describe("a stray hold", () => {
  test("of a request that a server without holds ended comes back", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    await sql`update payment_requests set state = 'withdrawn' where id = ${request.id}`.execute(
      database(),
    );
    expect(await faultsOf(requestHoldRules.requestHeld)).toHaveLength(1);
    expect(await returnStrayHolds()).toBe(1);
    expect(await returnStrayHolds()).toBe(0);
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
    await world.check();
  });

  test("of a business that is being closed comes back, so that its balance can be paid out", async () => {
    const { owner, preparer } = await world.holdingTeam("₹1,000");
    await world.request(preparer, impsOrder({ amount: 500 }));
    const close = (at: string | null) =>
      sql`update tenants set closing_at = ${at} where id = ${owner.id}`.execute(database());
    await close("2026-11-20T06:30:00Z");
    await returnStrayHolds();
    await close(null);
    expect(await world.money(owner)).toEqual([1_000, 0, 0]);
    await world.check();
  });
});

const faultsOf = async (rule: string) =>
  (await verifyBooks(database())).filter((fault) => fault.rule === rule);

describe("the verification finds", () => {
  /** A request of ₹500 whose payout was sent, and what it held. */
  async function sent() {
    const { owner, preparer, approver } = await world.holdingTeam("₹5,000");
    const request = await world.request(preparer, impsOrder({ amount: 500 }));
    await world.approve(approver, [request]);
    return { owner, preparer, request };
  }
  const change = (query: ReturnType<typeof sql>) => query.execute(database());

  test("a hold that no posting explains, and one whose money is gone", async () => {
    const { preparer, request } = await sent();
    await world.request(preparer, impsOrder({ amount: 100 }));
    const open = sql`request_id = ${request.id}`;
    await change(sql`update request_holds set released_at = null, payout_id = null where ${open}`);
    expect(await faultsOf(requestHoldRules.requestPostings)).toHaveLength(1);
    expect(await faultsOf(requestHoldRules.requestHeld)).toHaveLength(1);
    const { payout } = await world.read(preparer, request.id);
    await change(sql`
      update request_holds set released_at = now(), payout_id = ${payout?.id} where ${open}
    `);
    await world.check();
  });

  test("a hold of another amount than its request or its payout has", async () => {
    const { preparer, request } = await sent();
    const waiting = await world.request(preparer, impsOrder({ amount: 100 }));
    const by = (paise: number) => sql`
      update request_holds set amount_paise = amount_paise + ${paise}
      where request_id in (${request.id}, ${waiting.id})
    `;
    await change(by(100));
    expect(await faultsOf(requestHoldRules.requestHeld)).toHaveLength(1);
    expect(await faultsOf(requestHoldRules.requestPayouts)).toHaveLength(1);
    await change(by(-100));
    await world.check();
  });

  test("a payout that took over the hold of another request", async () => {
    const { request } = await sent();
    const other = await sent();
    const swap = sql`
      update request_holds set payout_id = request.payout_id
      from payment_requests as request
      where request.id = case request_holds.request_id
        when ${request.id} then ${other.request.id}::uuid else ${request.id}::uuid end
        and request_holds.request_id in (${request.id}, ${other.request.id})
    `;
    await change(sql`alter table request_holds drop constraint request_holds_payout_id_key`);
    await change(swap);
    expect(await faultsOf(requestHoldRules.requestPayouts)).toHaveLength(2);
    await change(sql`
      update request_holds set payout_id = payment_requests.payout_id
      from payment_requests
      where payment_requests.id = request_id
        and request_id in (${request.id}, ${other.request.id})
    `);
    await world.check();
  });

  test("a posting of a hold that does not exist", async () => {
    const { request } = await sent();
    await change(
      sql`update request_holds set id = gen_random_uuid() where request_id = ${request.id}`,
    );
    expect((await faultsOf(requestHoldRules.requestOwners)).length).toBeGreaterThan(0);
  });
});
