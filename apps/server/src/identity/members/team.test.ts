// The guarantee: an owner builds the team; an invitation lets in its number only, while it is open,
// and a disabled person is out at once. Nobody raises themselves, and the last owner stays.
import { sendOtp } from "@rokad/contract/sign-in";
import {
  inviteMember,
  inviteSuperAdmin,
  listSuperAdmins,
  listTeam,
  setMemberStatus,
} from "@rokad/contract/team";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function invite(owner: SignedIn, roles: ("owner" | "viewer")[] = ["viewer"]) {
  const mobile = world.newMobile();
  const { data } = await owner.ask(inviteMember, { body: { name: "Priya Nair", mobile, roles } });
  return { mobile, id: data.id };
}

const teamOf = async (owner: SignedIn) => (await owner.ask(listTeam, {})).data;
const newestAct = async (act: string) =>
  (
    await sql<{ actor: string | null; after: object }>`
    select actor_id as actor, after from audit_log where act = ${act} order by seq desc limit 1
  `.execute(database())
  ).rows[0];

describe("an invitation to a business", () => {
  test("lets a new person in, with its roles and nothing more", async () => {
    const shop = await world.retailer({ name: "Sharma Traders" });
    const { mobile } = await invite(shop);
    expect((await teamOf(shop)).invitations).toMatchObject([
      { name: "Priya Nair", mobile, roles: ["viewer"], is_expired: false, invited_by_id: shop.id },
    ]);
    const priya = await world.join(mobile);
    const { body } = await priya.get("/auth/me");
    expect(body.data).toMatchObject({ tenant: { name: "Sharma Traders" }, roles: ["viewer"] });
    expect((await priya.get("/team")).body.error.code).toBe("FORBIDDEN");
    const { members, invitations } = await teamOf(shop);
    expect(invitations).toEqual([]);
    expect(members.map(({ name, is_you: isYou }) => [name, isYou])).toEqual([
      ["Priya Nair", false],
      ["Sharma Traders", true],
    ]);
    expect(members[0]?.last_signed_in_at).not.toBeNull();
    expect((await newestAct("member.joined"))?.after).toMatchObject({
      name: "Priya Nair",
      invited_by: "Sharma Traders",
    });
    const { body: seen } = await shop.get("/notifications");
    expect(seen.data.map(({ text }) => text)).toContain("Priya Nair joined as viewer");
  });

  test("lets nobody in after 7 days, until it is repeated", async () => {
    const shop = await world.retailer();
    const { mobile, id } = await invite(shop);
    await sql`update invitations set expires_at = now() - interval '1 hour' where id = ${id}`.execute(
      database(),
    );
    expect((await teamOf(shop)).invitations[0]?.is_expired).toBe(true);
    const late = await world.anyone.post("/auth/send-otp", { mobile });
    expect([late.status, await world.codeFor(mobile)]).toEqual([200, "no code"]);
    // As if the resend time had passed.
    await sql`delete from one_time_codes where mobile = ${mobile}`.execute(database());
    const repeated = await shop.post(`/team/invitations/${id}/repeat`, {});
    expect(repeated.status).toBe(200);
    expect((await world.join(mobile)).id).toBe(shop.id);
  });

  test("lets nobody in after it was cancelled, also when the code was sent before", async () => {
    const shop = await world.retailer();
    const { mobile, id } = await invite(shop);
    await world.anyone.ask(sendOtp, { body: { mobile } });
    const otp = await world.codeFor(mobile);
    expect((await shop.post(`/team/invitations/${id}/cancel`, {})).status).toBe(200);
    const { body } = await world.anyone.post("/auth/verify-otp", { mobile, otp });
    expect(body.error.code).toBe("ACCOUNT_INACTIVE");
    const again = await shop.post(`/team/invitations/${id}/cancel`, {});
    expect([again.status, again.body.error.code]).toEqual([409, "INVITATION_CLOSED"]);
  });

  test("is refused for a member, a super admin and a number that is invited", async () => {
    const shop = await world.retailer();
    const viewer = await world.member(shop, ["viewer"]);
    const admin = await world.superAdmin();
    const { mobile } = await invite(shop);
    const codeOf = async (number: string) => {
      const body = { name: "Priya Nair", mobile: number, roles: ["viewer"] };
      return (await shop.post("/team/invitations", body)).body.error.code;
    };
    expect(await codeOf(viewer.mobile)).toBe("MEMBER_EXISTS");
    expect(await codeOf(shop.mobile)).toBe("MEMBER_EXISTS");
    expect(await codeOf(admin.mobile)).toBe("PHONE_TAKEN");
    expect(await codeOf(mobile)).toBe("INVITATION_EXISTS");
  });

  test("is one, when two owners invite one number at once", async () => {
    const shop = await world.retailer();
    const second = await world.member(shop, ["owner"]);
    const body = { name: "Priya Nair", mobile: world.newMobile(), roles: ["viewer"] };
    const answers = await Promise.all(
      [shop, second].map((owner) => owner.post("/team/invitations", body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("is one, when a request with an idempotency key is repeated", async () => {
    const shop = await world.retailer();
    const body = { name: "Priya Nair", mobile: world.newMobile(), roles: ["viewer"] };
    const [first, repeat] = [
      await shop.post("/team/invitations", body, { key: "invite-1" }),
      await shop.post("/team/invitations", body, { key: "invite-1" }),
    ];
    expect(repeat.body.data).toEqual(first.body.data);
  });

  test("is accepted or cancelled, when both happen at once", async () => {
    const shop = await world.retailer();
    const { mobile, id } = await invite(shop);
    await world.anyone.ask(sendOtp, { body: { mobile } });
    const otp = await world.codeFor(mobile);
    const { body } = await world.anyone.post("/auth/verify-otp", { mobile, otp });
    if (!("invitation_token" in body.data)) throw new Error("This opened a session");
    const { invitation_token } = body.data;
    const [accepted, cancelled] = await Promise.all([
      world.anyone.post("/auth/invitations/accept", { invitation_id: id, invitation_token }),
      shop.post(`/team/invitations/${id}/cancel`, {}),
    ]);
    expect([accepted.status === 200, cancelled.status === 200].toSorted()).toEqual([false, true]);
    expect((await teamOf(shop)).members).toHaveLength(accepted.status === 200 ? 2 : 1);
  });

  test("ends with the ownership of who sent it", async () => {
    const shop = await world.retailer();
    const second = await world.member(shop, ["owner"]);
    const { mobile } = await invite(second, ["owner"]);
    const id = (await teamOf(shop)).members.find((one) => one.mobile === second.mobile)?.id ?? "";
    await shop.ask(setMemberStatus, { params: { id }, body: { is_active: false } });
    await world.anyone.ask(sendOtp, { body: { mobile } });
    expect(await world.codeFor(mobile)).toBe("no code");
  });
});

describe("a change of a team is signed by the owner's phone, so that a stolen session", () => {
  const unsigned = { signature: null };

  test("invites nobody", async () => {
    const shop = await world.retailer();
    const mobile = world.newMobile();
    const body = { name: "Priya Nair", mobile, roles: ["owner"] };
    const { status, body: answer } = await shop.post("/team/invitations", body, unsigned);
    expect(status).toBe(403);
    expect(answer.error).toMatchObject({
      code: "STEP_UP_REQUIRED",
      step_up: { summary: `Invite Priya Nair with mobile number ${mobile} as owner` },
    });
    expect((await teamOf(shop)).invitations).toEqual([]);
  });

  test("repeats no invitation", async () => {
    const shop = await world.retailer();
    const { id } = await invite(shop);
    const { body } = await shop.post(`/team/invitations/${id}/repeat`, {}, unsigned);
    expect(body.error.step_up?.summary).toBe("Repeat the invitation of Priya Nair");
  });

  test("raises no roles and enables nobody, but can end access", async () => {
    const shop = await world.retailer();
    const viewer = await world.member(shop, ["viewer"]);
    const { id = "", name = "" } = (await teamOf(shop)).members.find((one) => !one.is_you) ?? {};
    const raised = await shop.put(`/team/${id}/roles`, { roles: ["owner"] }, unsigned);
    expect(raised.body.error.step_up?.summary).toBe(`Give ${name} the roles owner`);
    const path = `/team/${id}/status`;
    expect((await shop.patch(path, { is_active: false }, unsigned)).status).toBe(200);
    expect((await viewer.get("/auth/me")).status).toBe(401);
    const enabled = await shop.patch(path, { is_active: true }, unsigned);
    expect(enabled.body.error.step_up?.summary).toBe(`Enable ${name}`);
    expect((await teamOf(shop)).members).toMatchObject([{ id: shop.id }, { is_active: false }]);
  });

  test("learns no name of another business", async () => {
    const [shop, other] = [await world.retailer(), await world.retailer()];
    await world.member(other, ["viewer"]);
    const theirs = (await teamOf(other)).members.find((one) => !one.is_you)?.id ?? "";
    const answer = await shop.put(`/team/${theirs}/roles`, { roles: ["owner"] }, unsigned);
    expect(answer.status).toBe(404);
    for (const isActive of [true, false]) {
      const body = { is_active: isActive };
      expect((await shop.patch(`/team/${theirs}/status`, body, unsigned)).status).toBe(404);
    }
  });
});

describe("a member", () => {
  test("who is disabled is signed out at once, and comes back when enabled", async () => {
    const shop = await world.retailer();
    const viewer = await world.member(shop, ["viewer"]);
    const id = (await teamOf(shop)).members.find((one) => !one.is_you)?.id ?? "";
    const status = { params: { id }, body: { is_active: false } };
    await shop.ask(setMemberStatus, status);
    expect((await viewer.get("/auth/me")).status).toBe(401);
    const invited = await shop.post("/team/invitations", {
      name: "Priya Nair",
      mobile: viewer.mobile,
      roles: ["owner"],
    });
    expect(invited.body.error.message).toContain("is disabled");
    await shop.ask(setMemberStatus, { ...status, body: { is_active: true } });
    const { body } = await (await world.signIn(viewer.mobile)).get("/auth/me");
    expect(body.data.roles).toEqual(["viewer"]);
  });

  test("of another business is not found, and one's own roles stay", async () => {
    const [shop, other] = [await world.retailer(), await world.retailer()];
    await world.member(other, ["viewer"]);
    const theirs = (await teamOf(other)).members.find((one) => !one.is_you)?.id ?? "";
    const { status } = await shop.put(`/team/${theirs}/roles`, { roles: ["owner"] });
    expect(status).toBe(404);
    const own = await shop.put(`/team/${shop.id}/roles`, { roles: ["viewer"] });
    expect([own.status, own.body.error.code]).toEqual([403, "FORBIDDEN"]);
  });

  test("stays as an owner, when two owners disable each other at once", async () => {
    const shop = await world.retailer();
    const second = await world.member(shop, ["owner"]);
    const other = (await teamOf(shop)).members.find((one) => !one.is_you)?.id ?? "";
    const body = { is_active: false };
    const answers = await Promise.all([
      shop.patch(`/team/${other}/status`, body),
      second.patch(`/team/${shop.id}/status`, body),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("the installation", () => {
  test("gets a super admin by a signed invitation, bounded by the roles", async () => {
    const boss = await world.superAdmin();
    const mobile = world.newMobile();
    const body = { name: "Anil Sharma", mobile, roles: ["support" as const] };
    const unsigned = await boss.post("/super-admin/team/invitations", body, { signature: null });
    expect(unsigned.body.error).toMatchObject({
      code: "STEP_UP_REQUIRED",
      step_up: { summary: `Invite Anil Sharma with mobile number ${mobile} as support` },
    });
    await boss.ask(inviteSuperAdmin, { body });
    const support = await world.join(mobile);
    const { body: me } = await support.get("/auth/me");
    expect(me.data).toMatchObject({ user: { role: "superadmin" }, roles: ["support"] });
    const refused = await support.post("/super-admin/team/invitations", body);
    expect(refused.body.error.code).toBe("FORBIDDEN");
    const { data } = await boss.ask(listSuperAdmins, {});
    const { id } = data.members.find((one) => one.mobile === mobile) ?? { id: "" };
    const path = `/super-admin/team/${id}`;
    expect((await boss.put(`${path}/roles`, { roles: ["auditor"] })).status).toBe(200);
    expect((await support.get("/auth/me")).body.data.roles).toEqual(["auditor"]);
    expect((await boss.patch(`${path}/status`, { is_active: false })).status).toBe(200);
    expect((await support.get("/auth/me")).status).toBe(401);
    expect((await boss.patch(`${path}/status`, { is_active: true })).status).toBe(200);
    expect((await (await world.signIn(mobile)).get("/auth/me")).status).toBe(200);
  });

  test("refuses the number of a business, and keeps its last owner", async () => {
    const boss = await world.superAdmin();
    const shop = await world.retailer();
    const { body } = await boss.post("/super-admin/team/invitations", {
      name: "Anil Sharma",
      mobile: shop.mobile,
      roles: ["owner"],
    });
    expect(body.error.code).toBe("PHONE_TAKEN");
    const second = await world.newSuperAdmin("Second Owner", ["owner"]);
    const answers = await Promise.all([
      boss.patch(`/super-admin/team/${second.id}/status`, { is_active: false }),
      second.patch(`/super-admin/team/${boss.id}/status`, { is_active: false }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
