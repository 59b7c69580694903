// Above the limit in System Settings a deposit is credited once, after two different super admins
// approved it, also when their approvals race.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";

let world: World;
let meera: SignedIn;
let ravi: SignedIn;
let tenant: SignedIn;
let account: string;
beforeAll(async () => {
  world = await openWorld();
  meera = await world.superAdmin();
  ravi = await world.newSuperAdmin("Ravi Nair");
  tenant = await world.retailer();
  account = await world.approvedAccount(tenant);
});
afterAll(() => world.close());
beforeEach(() => setLimit(50_000_00));

/** @param limit in paise: above it two people must approve; null for no limit. */
async function setLimit(limit: number | string | null): Promise<void> {
  const value = JSON.stringify(limit);
  const updated = { value, updated_at: now() };
  await database()
    .insertInto("settings")
    .values({ key: "second_approval_above_paise", ...updated })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(updated))
    .execute();
}

const ask = async (rupees: number) => (await world.requestDeposit(tenant, rupees, account))._id;
const approve = (by: SignedIn, id: string, note?: string) =>
  by.post(`/super-admin/deposits/${id}/approve`, note === undefined ? {} : { note });
const reject = (by: SignedIn, id: string) =>
  by.post(`/super-admin/deposits/${id}/reject`, { reason: "No such transfer" });
const queueRow = async (id: string, status = "all") => {
  const { body } = await meera.get("/super-admin/deposits", { status, limit: "100" });
  return body.data.find((deposit) => deposit._id === id);
};
const logOf = (id: string) =>
  database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "reason"])
    .where("subject_id", "=", id)
    .orderBy("seq")
    .execute();

/** The growth of the tenant's balance, in paise, during an action. */
async function credited(action: () => Promise<unknown>): Promise<number> {
  const before = await tenant.balance();
  await action();
  expect(await world.faults()).toEqual([]);
  return (await tenant.balance()) - before;
}

test("the first approval credits nothing and appears in the queue; the second credits [16.14]", async () => {
  const id = await ask(50_000.01);
  expect(await queueRow(id)).toMatchObject({ approvals_needed: 2, first_approval: null });
  const none = await credited(async () => {
    const { status, body } = await approve(meera, id, "On the statement");
    expect([status, body.data.outcome, body.data.status]).toEqual([
      200,
      "first_approval",
      "pending",
    ]);
    expect(body.message).toBe(
      "First of two approvals recorded. Another super admin must give the second.",
    );
  });
  expect(none).toBe(0);
  expect(await queueRow(id, "pending")).toMatchObject({
    first_approval: { by: { id: meera.id, name: "Meera Iyer" }, note: "On the statement" },
  });
  const all = await credited(async () => {
    const { status, body } = await approve(ravi, id);
    expect([status, body.data.outcome, body.data.status]).toEqual([200, "credited", "completed"]);
    expect(body.data.first_approval?.by.name).toBe("Meera Iyer");
  });
  expect(all).toBe(50_000_01);
  expect(await queueRow(id)).toMatchObject({
    decided_by: "Ravi Nair",
    first_approval: { by: { name: "Meera Iyer" } },
  });
  expect(await logOf(id)).toEqual([
    { act: "deposit.approved_first", actor_id: meera.id, reason: "On the statement" },
    { act: "deposit.approved", actor_id: ravi.id, reason: null },
  ]);
});

test("an amount equal to the limit needs one approval [16.18]", async () => {
  const id = await ask(50_000);
  expect(await credited(() => approve(meera, id))).toBe(50_000_00);
});

test("one person cannot give both approvals, also not with two requests at once [16.16]", async () => {
  const id = await ask(60_000);
  const nothing = await credited(async () => {
    const both = await Promise.all([approve(meera, id), approve(meera, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { body } = await approve(meera, id);
    expect(body.error).toMatchObject({
      code: "SECOND_APPROVER_NEEDED",
      message:
        "You gave the first approval. Above ₹50,000.00 another super admin must give the second.",
    });
  });
  expect(nothing).toBe(0);
  expect((await logOf(id)).map(({ act }) => act)).toEqual(["deposit.approved_first"]);
});

test("a super admin added for it can't give the second approval", async () => {
  const id = await ask(60_500);
  const sum = await credited(async () => {
    await approve(meera, id);
    const accomplice = await world.superAdminAddedNow("Helper");
    const { status, body } = await approve(accomplice, id);
    expect([status, body.error.code]).toEqual([409, "CONFIRMER_TOO_NEW"]);
    expect(body.error.message).toMatch(/^Your account or its roles are too new to decide this\./);
  });
  expect(sum).toBe(0);
});

test("nor the first one: the next approval is the first", async () => {
  const id = await ask(60_550);
  const sum = await credited(async () => {
    await approve(await world.superAdminAddedNow("Early Helper"), id);
    expect((await approve(meera, id)).status).toBe(200);
  });
  expect(sum).toBe(0);
  expect((await logOf(id)).map(({ act }) => act)).toEqual([
    "deposit.approved_first",
    "deposit.approved_first",
  ]);
});

test.each([
  ["was disabled", { is_active: false }],
  ["lost the role", { installation_roles: ["auditor"] }],
])(
  "the first approval of a person who %s does not count: the next one is the first",
  async (_, change) => {
    const id = await ask(60_600);
    const former = await world.newSuperAdmin("Former Reviewer");
    await approve(former, id);
    await database().updateTable("people").set(change).where("id", "=", former.id).execute();
    const nothing = await credited(async () => {
      expect((await approve(ravi, id)).body.data.outcome).toBe("first_approval");
    });
    expect(nothing).toBe(0);
    expect(await credited(() => approve(meera, id))).toBe(60_600_00);
  },
);

test("two approvals at the same time credit once [16.15]", async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await ask(70_000);
    const sum = await credited(async () => {
      const both = await Promise.all([approve(meera, id), approve(ravi, id)]);
      expect(both.map(({ body }) => body.data.outcome).toSorted()).toEqual([
        "credited",
        "first_approval",
      ]);
    });
    expect(sum).toBe(70_000_00);
  }
});

test("one of two second approvals at the same time counts [16.15]", async () => {
  const third = await world.newSuperAdmin("Third Person");
  const id = await ask(71_000);
  await approve(meera, id);
  const sum = await credited(async () => {
    const both = await Promise.all([approve(ravi, id), approve(third, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = both.find(({ status }) => status === 409);
    expect(loser?.body.error.message).toMatch(
      /^This deposit was already approved by (Ravi Nair|Third Person) on /,
    );
  });
  expect(sum).toBe(71_000_00);
});

test("a second approval and a rejection race: one wins, and the error of the other names the winner [16.13]", async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await ask(80_000);
    await approve(meera, id);
    let approved = false;
    const sum = await credited(async () => {
      const [yes, no] = await Promise.all([approve(ravi, id), reject(meera, id)]);
      expect([yes.status, no.status].toSorted()).toEqual([200, 409]);
      approved = yes.status === 200;
      const { error } = approved ? no.body : yes.body;
      expect(error.code).toBe("ALREADY_DECIDED");
      expect(error.message).toMatch(
        approved
          ? /^This deposit was already approved by Ravi Nair on /
          : /^This deposit was already rejected by Meera Iyer on /,
      );
    });
    expect(sum).toBe(approved ? 80_000_00 : 0);
  }
});

test("any super admin can reject, which clears the first approval [16.17]", async () => {
  const id = await ask(90_000);
  await approve(meera, id);
  expect(await credited(() => reject(ravi, id))).toBe(0);
  expect(await queueRow(id)).toMatchObject({
    status: "failed",
    failure_reason: "No such transfer",
    decided_by: "Ravi Nair",
    first_approval: null,
  });
});

test("the limit at the time of the approval counts: two after lowering, one after raising it [16.18]", async () => {
  const lowered = await ask(40_000);
  await setLimit(30_000_00);
  expect(await credited(() => approve(meera, lowered))).toBe(0);
  expect(await credited(() => approve(ravi, lowered))).toBe(40_000_00);

  const raised = await ask(95_000);
  await approve(meera, raised);
  await setLimit(1_00_000_00);
  expect(await credited(() => approve(meera, raised))).toBe(95_000_00);
  expect(await queueRow(raised)).toMatchObject({ decided_by: "Meera Iyer", first_approval: null });

  const taken = await ask(99_000);
  await setLimit(50_000_00);
  await approve(meera, taken);
  await setLimit(null);
  expect(await credited(() => approve(ravi, taken))).toBe(99_000_00);
});

test("the database rejects one person as both approvers [16.16]", async () => {
  const id = await ask(60_000);
  await approve(meera, id);
  const both = database()
    .updateTable("deposits")
    .set({ reviewed_by: meera.id })
    .where("id", "=", id)
    .execute();
  await expect(both).rejects.toThrow("deposits_two_approvers");
});

test("an unreadable limit approves nothing, and the queue returns an error", async () => {
  const id = await ask(50_000.01);
  await setLimit("plenty");
  const queue = await meera.get("/super-admin/deposits");
  expect([queue.status, queue.body.error.code]).toEqual([503, "SETTING_UNREADABLE"]);
  const rejectedAnswer = await approve(meera, id);
  expect([rejectedAnswer.status, rejectedAnswer.body.error.code]).toEqual([
    503,
    "SETTING_UNREADABLE",
  ]);
  await setLimit(50_000_00);
  expect(await queueRow(id)).toMatchObject({ status: "pending", first_approval: null });
});
