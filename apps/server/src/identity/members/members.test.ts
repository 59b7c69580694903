// The guarantee: several people act for one business, each as themselves, and what one business has
// stays unseen by those who are no members of it.
import { calls } from "@rokad/contract/calls";
import { getPayout } from "@rokad/contract/payouts";
import { leaveTeam } from "@rokad/contract/team";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder, tenantForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { findSession } from "../sign-in/find-session.ts";
import { notify } from "../notifications/notify.ts";
import { readAccessToken } from "../sign-in/access-token.ts";
import { addMember } from "./add-member.ts";
import { changeRoles } from "./change-roles.ts";
import { disableMember } from "./set-member-status.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.retailer({ name: "Sharma Traders", wallet: "₹50,000" });
});
afterAll(() => world.close());

/** The person of a session, as a verb takes it. */
async function personOf({ token }: SignedIn) {
  const person = await findSession(readAccessToken(token)?.sessionId ?? "");
  if (!person) throw new Error("This session has ended");
  return person;
}

const idOf = async (member: SignedIn) => (await personOf(member)).member.id;
const newestAct = async (act: string) =>
  (
    await sql<{ actor: string; after: object }>`
    select actor_id as actor, after from audit_log where act = ${act} order by seq desc limit 1
  `.execute(database())
  ).rows[0];

describe("a second owner", () => {
  test("sees the same wallet and payouts, and is named by me", async () => {
    const second = await world.member(owner, ["owner"], "Anil Sharma");
    await owner.pay(impsOrder());
    expect(await second.balance()).toBe(await owner.balance());
    const [ours, theirs] = [await owner.get("/payouts"), await second.get("/payouts")];
    expect(theirs.body.data).toEqual(ours.body.data);
    const { body } = await second.get("/auth/me");
    expect(body.data).toMatchObject({
      user: { id: owner.id, name: "Anil Sharma", phone: second.mobile, role: "retailer" },
      tenant: { id: owner.id, name: "Sharma Traders" },
      roles: ["owner"],
      memberships: [{ tenant: { name: "Sharma Traders" }, roles: ["owner"], is_current: true }],
    });
  });

  test("pays with a code to their own number, and the payout names them", async () => {
    const second = await world.member(owner, ["owner"], "Anil Sharma");
    const refused = await second.post("/payouts/otp/send", {
      mobile: owner.mobile,
      payout: impsOrder(),
    });
    expect([refused.status, refused.body.error.fields.mobile]).toEqual([
      400,
      "The OTP can only be sent to your own registered mobile number",
    ]);
    const { status, body } = await second.pay(impsOrder());
    expect(status).toBe(201);
    const payout = await owner.ask(getPayout, { params: { id: body.data.id } });
    expect(payout.data.initiated_by).toBe("Anil Sharma");
    const own = await owner.pay(impsOrder());
    const founders = await owner.ask(getPayout, { params: { id: own.body.data.id } });
    expect(founders.data.initiated_by).toBeNull();
    const file = await owner.get("/payouts/export");
    expect(file.text).toContain("Initiated by");
    expect(file.text).toContain("Anil Sharma");
  });

  test("signs out without ending the first one's session", async () => {
    const second = await world.member(owner, ["owner"]);
    await second.post("/auth/logout", {});
    expect((await second.get("/auth/me")).status).toBe(401);
    expect((await owner.get("/auth/me")).status).toBe(200);
  });

  test("guesses codes without locking the first one's payouts", async () => {
    const second = await world.member(owner, ["owner"]);
    const { mobile } = second;
    const ask = (amount: number) =>
      second.post("/payouts/otp/send", { mobile, payout: impsOrder({ amount }) });
    for (const amount of [101, 102]) {
      await ask(amount);
      for (let at = 0; at < 5; at += 1)
        await second.post("/payouts/otp/verify", { mobile, otp: `00000${at}` });
    }
    const locked = await ask(103);
    expect(locked.body.error.code).toBe("PAYOUTS_LOCKED");
    expect((await owner.pay(impsOrder())).status).toBe(201);
  });

  test("is the actor in the audit log, with the business by name", async () => {
    const second = await world.member(owner, ["owner"]);
    await second.get("/payouts/export");
    const row = await newestAct("export.made");
    expect(row?.actor).toBe(await idOf(second));
    expect(row?.after).toMatchObject({ business: "Sharma Traders" });
  });
});

test("a notice about a person is the person's; one about the business is every member's", async () => {
  const shop = await world.retailer();
  const second = await world.member(shop, ["viewer"]);
  const id = await idOf(second);
  await transaction((db) =>
    notify(db, [
      { personId: id, kind: "codes_guessed", subjectId: id },
      { personId: shop.id, kind: "codes_guessed", subjectId: shop.id },
      { personId: shop.id, kind: "payouts_locked", subjectId: id, detail: "23/11/2026 14:05" },
    ]),
  );
  const kindsOf = async (person: SignedIn) =>
    (await person.get("/notifications")).body.data.map(({ subject_id: of, title }) => [title, of]);
  const locked = ["Payouts locked", id];
  expect(await kindsOf(second)).toEqual([locked, ["Wrong OTPs for your number", id]]);
  expect(await kindsOf(shop)).toEqual([locked, ["Wrong OTPs for your number", shop.id]]);
  const { body } = await second.get("/notifications");
  expect(body.unread_count).toBe(2);
  await second.post("/notifications/read", { up_to: body.data[0]?.id });
  expect((await second.get("/notifications")).body.unread_count).toBe(0);
});

describe("the members of a business", () => {
  test("can't be without an owner, also when two owners remove each other at once", async () => {
    const shop = await world.retailer();
    const second = await world.member(shop, ["owner"]);
    const [founder, other] = [await personOf(shop), await personOf(second)];
    const outcomes = await Promise.allSettled([
      transaction((db) => disableMember(db, founder, shop.id, other.member.id)),
      transaction((db) => disableMember(db, other, shop.id, founder.member.id)),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const last = outcomes[0]?.status === "fulfilled" ? shop.id : other.member.id;
    const remove = () => transaction((db) => disableMember(db, null, shop.id, last));
    await expect(remove()).rejects.toMatchObject({ code: "LAST_OWNER" });
    const demote = () => transaction((db) => changeRoles(db, null, shop.id, last, ["viewer"]));
    await expect(demote()).rejects.toMatchObject({ code: "LAST_OWNER" });
  });

  test("change by an owner only, and nobody changes their own roles", async () => {
    const shop = await world.retailer();
    const viewer = await world.member(shop, ["viewer"]);
    const [founder, person] = [await personOf(shop), await personOf(viewer)];
    const raise = transaction((db) =>
      changeRoles(db, person, shop.id, person.member.id, ["owner"]),
    );
    await expect(raise).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "This needs the role owner. Ask an owner.",
    });
    const own = transaction((db) => changeRoles(db, founder, shop.id, shop.id, ["viewer"]));
    await expect(own).rejects.toMatchObject({ code: "FORBIDDEN" });
    const elsewhere = transaction((db) =>
      addMember(db, founder, owner.id, { mobile: shop.mobile, name: "Me", roles: ["owner"] }),
    );
    await expect(elsewhere).rejects.toMatchObject({ code: "FORBIDDEN" });
    await transaction((db) => changeRoles(db, founder, shop.id, person.member.id, ["accountant"]));
    expect((await viewer.get("/auth/me")).body.data.roles).toEqual(["accountant"]);
    expect((await newestAct("member.roles_changed"))?.after).toMatchObject({
      name: "Priya Nair",
      roles: ["accountant"],
    });
  });

  test("are added once, when two requests add one person at once", async () => {
    const shop = await world.retailer();
    const mobile = world.newMobile();
    const member = { mobile, name: "Priya Nair", roles: ["viewer"] } as const;
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => transaction((db) => addMember(db, null, shop.id, member))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test.each(["are disabled", "left"])("who %s can be added again", async (ending) => {
    const shop = await world.retailer();
    const viewer = await world.member(shop, ["viewer"]);
    const id = await idOf(viewer);
    if (ending === "left") await viewer.ask(leaveTeam, {});
    else await transaction((db) => disableMember(db, null, shop.id, id));
    expect((await viewer.get("/auth/me")).status).toBe(401);
    const again = { mobile: viewer.mobile, name: "Priya", roles: ["approver"] } as const;
    expect(await transaction((db) => addMember(db, null, shop.id, again))).toBe(id);
    const { body } = await (await world.signIn(viewer.mobile)).get("/auth/me");
    expect(body.data.roles).toEqual(["approver"]);
  });

  test("appear nowhere as tenants", async () => {
    const shop = await world.retailer({ name: "Only Shop" });
    const viewer = await world.member(shop, ["viewer"], "Nobody's Tenant");
    const admin = await world.superAdmin();
    const list = await admin.get("/super-admin/tenants", { search: viewer.mobile });
    expect(list.body.data).toEqual([]);
    const one = await admin.get(`/super-admin/tenants/${await idOf(viewer)}`);
    expect(one.status).toBe(404);
    expect(calls.length).toBeGreaterThan(100);
  });
});

describe("a person in two businesses", () => {
  test("signs in to the one chosen last, and switches without a code", async () => {
    const other = await world.operator({ name: "Verma Stores", wallet: "₹7,000" });
    const first = await world.member(owner, ["owner"]);
    const body = { mobile: first.mobile, name: "Priya Nair", roles: ["viewer"] } as const;
    await transaction((db) => addMember(db, null, other.id, body));
    const chosen = await first.post("/auth/tenant", { tenant_id: other.id });
    expect(chosen.body.data).toMatchObject({
      tenant: { name: "Verma Stores" },
      roles: ["viewer"],
      user: { role: "operator" },
    });
    expect(await first.balance()).toBe(7_000_00);
    const again = await world.signIn(first.mobile);
    expect(again.id).toBe(other.id);
    expect((await again.get("/auth/me")).body.data.memberships).toMatchObject([
      { tenant: { name: "Verma Stores" }, is_current: true },
      { tenant: { name: "Sharma Traders" }, is_current: false },
    ]);
  });

  test("founds the second one, once, and keeps the first", async () => {
    const both = await world.member(owner, ["viewer"], "Priya Nair");
    const id = await idOf(both);
    const admin = await world.superAdmin();
    const create = () => admin.post("/super-admin/tenants", tenantForm(both.mobile));
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toBe(
      "An account with this phone number already exists",
    );
    expect(answers.find(({ status }) => status === 201)?.body.data._id).toBe(id);
    expect((await both.get("/auth/me")).body.data.memberships).toMatchObject([
      { tenant: { id, name: "Verma Stores" }, roles: ["owner"], is_current: false },
      { tenant: { name: "Sharma Traders" }, roles: ["viewer"], is_current: true },
    ]);
    await both.post("/auth/tenant", { tenant_id: id });
    expect(await both.balance()).toBe(0);
    expect((await both.get("/team")).body.data.members).toMatchObject([{ id, roles: ["owner"] }]);
  });

  test("founds one while another business adds the number: both count", async () => {
    const admin = await world.superAdmin();
    for (let round = 0; round < 8; round += 1) {
      const mobile = world.newMobile();
      const member = { mobile, name: "Priya Nair", roles: ["viewer"] } as const;
      const [created] = await Promise.all([
        admin.post("/super-admin/tenants", tenantForm(mobile)),
        transaction((db) => addMember(db, null, owner.id, member)),
      ]);
      expect(created.status).toBe(201);
      const { memberships } = (await (await world.signIn(mobile)).get("/auth/me")).body.data;
      expect(memberships).toHaveLength(2);
    }
  });

  test("works on for the one when the other is deactivated", async () => {
    const shop = await world.retailer({ name: "Closed Shop" });
    const both = await world.member(owner, ["viewer"]);
    const add = { mobile: both.mobile, name: "Priya", roles: ["viewer"] } as const;
    await transaction((db) => addMember(db, null, shop.id, add));
    const session = await world.signIn(both.mobile);
    await session.post("/auth/tenant", { tenant_id: shop.id });
    const admin = await world.superAdmin();
    await admin.patch(`/super-admin/tenants/${shop.id}/status`, { isActive: false });
    expect((await session.get("/auth/me")).status).toBe(401);
    expect((await both.get("/auth/me")).status).toBe(200);
    expect((await world.signIn(both.mobile)).id).toBe(owner.id);
  });
});
