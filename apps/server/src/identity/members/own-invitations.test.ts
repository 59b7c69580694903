// The guarantee: only the invited person's own choice makes them a member, nobody acts for a business
// that they did not join, and who left comes back only by an invitation that they accept.
import { acceptInvitation, declineInvitation } from "@rokad/contract/own-invitations";
import { inviteMember, inviteSuperAdmin, listTeam, leaveTeam } from "@rokad/contract/team";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../../../test/browser.ts";
import { identifyTo, type SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Role = "owner" | "preparer" | "viewer";

async function invite(owner: SignedIn, mobile = world.newMobile(), roles: Role[] = ["viewer"]) {
  const body = { name: "RBI Compliance Officer", mobile, roles };
  const { data } = await owner.ask(inviteMember, { body });
  return { mobile, id: data.id };
}

/** A person without a business who signed in, and may now choose. */
async function invited(...owners: SignedIn[]) {
  const mobile = world.newMobile();
  for (const owner of owners) await invite(owner, mobile);
  const data = await identifyTo(world.anyone, mobile);
  if (!("invitation_token" in data)) throw new Error("This opened a session");
  const { invitation_token: token, invitations } = data;
  return {
    mobile,
    invitations,
    choice: { invitation_id: invitations[0]?.id, invitation_token: token },
    accept() {
      return world.anyone.post("/auth/invitations/accept", this.choice);
    },
    decline() {
      return world.anyone.post("/auth/invitations/decline", this.choice);
    },
  };
}

const teamOf = async (owner: SignedIn) => (await owner.ask(listTeam, {})).data;
const notesOf = async (owner: SignedIn) =>
  (await owner.get("/notifications")).body.data.map(({ text }: { text: string }) => text);

describe("who was invited and belongs to no business", () => {
  test("gets no session by signing in, and sees who invites as what", async () => {
    const shop = await world.retailer({ name: "Sharma Traders" });
    const { invitations } = await invited(shop);
    expect(invitations).toMatchObject([
      { tenant: "Sharma Traders", roles: ["viewer"], invited_by: "Sharma Traders" },
    ]);
    const { members } = await teamOf(shop);
    expect(members).toHaveLength(1);
  });

  test("joins under the name that they give themselves", async () => {
    const shop = await world.retailer();
    const { mobile } = await invite(shop);
    const priya = await world.join(mobile, "Priya Nair");
    expect([priya.id, priya.name]).toEqual([shop.id, "Priya Nair"]);
    expect((await teamOf(shop)).members.map(({ name }) => name)).toContain("Priya Nair");
    expect(await notesOf(shop)).toContain("Priya Nair joined as viewer");
  });

  test("declines: owners are notified, and the number can be invited again", async () => {
    const shop = await world.retailer();
    const person = await invited(shop);
    const declined = await person.decline();
    expect([declined.status, declined.body.data]).toEqual([200, { invitations: [] }]);
    expect((await person.decline()).status).toBe(200);
    expect((await person.accept()).body.error.code).toBe("INVITATION_CLOSED");
    expect(await teamOf(shop)).toMatchObject({ members: [{ id: shop.id }], invitations: [] });
    expect(await notesOf(shop)).toContain("RBI Compliance Officer declined the invitation");
    await invite(shop, person.mobile);
  });

  test("chooses among several: one session for what was joined, the other stays open", async () => {
    const [shop, other] = [await world.retailer(), await world.retailer({ name: "Verma Stores" })];
    const { body } = await (await invited(shop, other)).accept();
    expect(body.data).toMatchObject({
      memberships: [{ tenant: { id: shop.id } }],
      invitations: [{ tenant: "Verma Stores" }],
    });
    expect((await teamOf(other)).members).toHaveLength(1);
  });

  test("joins once when the answer is lost and the choice is sent twice", async () => {
    const shop = await world.retailer();
    const person = await invited(shop);
    const answers = await Promise.all([person.accept(), person.accept()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await teamOf(shop)).members).toHaveLength(2);
  });
});

describe("an invitation token", () => {
  test("is worth nothing in another browser, altered, or after 15 minutes", async () => {
    const shop = await world.retailer();
    const person = await invited(shop);
    const path = "/auth/invitations/accept";
    const otherBrowser = openBrowser(world.app, "198.51.100.7");
    await otherBrowser.requestCode(world.newMobile());
    expect((await otherBrowser.post(path, person.choice)).error).toBe("NOT_SIGNED_IN");
    const altered = { ...person.choice, invitation_token: `${person.choice.invitation_token}x` };
    expect((await world.anyone.post(path, altered)).status).toBe(401);
    const late = await world.afterSeconds(15 * 60 + 1, () => person.accept());
    expect(late.status).toBe(401);
    expect((await teamOf(shop)).members).toHaveLength(1);
  });

  test("answers no invitation of another number", async () => {
    const [shop, other] = [await world.retailer(), await world.retailer()];
    const person = await invited(shop);
    const { id } = await invite(other);
    for (const act of ["accept", "decline"] as const) {
      const choice = { ...person.choice, invitation_id: id };
      expect((await world.anyone.post(`/auth/invitations/${act}`, choice)).status).toBe(404);
    }
    const { members, invitations } = await teamOf(other);
    expect([members.length, invitations.length]).toEqual([1, 1]);
  });
});

describe("a member", () => {
  test("accepts and declines in the session of another business", async () => {
    const [shop, other] = [await world.retailer(), await world.retailer()];
    const own = await world.operator();
    const first = await invite(shop, own.mobile);
    const second = await invite(other, own.mobile);
    const { invitations } = (await own.get("/auth/me")).body.data;
    expect(invitations.map(({ tenant }: { tenant: string | null }) => tenant)).toEqual([
      shop.name,
      other.name,
    ]);
    await own.ask(acceptInvitation, { params: { id: first.id } });
    await own.ask(declineInvitation, { params: { id: second.id } });
    const { data } = (await own.get("/auth/me")).body;
    expect(data.memberships.map(({ tenant }: { tenant: { id: string } }) => tenant.id)).toEqual([
      own.id,
      shop.id,
    ]);
    expect([data.tenant?.id, data.user.name, data.invitations]).toEqual([own.id, own.name, []]);
  });

  test("leaves with a signature, is out at once, and comes back only by an invitation", async () => {
    const shop = await world.retailer({ name: "Sharma Traders" });
    const viewer = await world.member(shop, ["viewer"]);
    const unsigned = await viewer.post("/team/leave", {}, { signature: null });
    expect(unsigned.body.error).toMatchObject({
      code: "STEP_UP_REQUIRED",
      step_up: { summary: "Leave Sharma Traders" },
    });
    await viewer.ask(leaveTeam, {});
    expect((await viewer.get("/auth/me")).status).toBe(401);
    const left = (await teamOf(shop)).members.find(({ has_left: hasLeft }) => hasLeft);
    expect(left).toMatchObject({ name: "Priya Nair", is_active: false });
    expect(await notesOf(shop)).toContain("Priya Nair left the business");
    const enabled = await shop.patch(`/team/${left?.id}/status`, { is_active: true });
    expect([enabled.status, enabled.body.error.code]).toEqual([409, "MEMBER_LEFT"]);
    await invite(shop, viewer.mobile, ["preparer"]);
    const again = await world.join(viewer.mobile);
    expect((await again.get("/auth/me")).body.data.roles).toEqual(["preparer"]);
    expect((await teamOf(shop)).members).toHaveLength(2);
  });

  test("who is the only owner stays, and no code is sent for it", async () => {
    const shop = await world.retailer();
    const refused = await shop.post("/team/leave", {}, { signature: null });
    expect([refused.status, refused.body.error.code]).toEqual([409, "LAST_OWNER"]);
  });

  test("who is an owner leaves, but never both at once", async () => {
    const shop = await world.retailer();
    const second = await world.member(shop, ["owner"]);
    const answers = await Promise.all([shop, second].map((owner) => owner.post("/team/leave", {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("who was disabled after the invitation does not come back by it", async () => {
    const shop = await world.retailer();
    const person = await invited(shop);
    await person.accept();
    const { members } = await teamOf(shop);
    const id = members.find(({ is_you: isYou }) => !isYou)?.id;
    await shop.patch(`/team/${id}/status`, { is_active: false });
    expect((await person.accept()).body.error.code).toBe("INVITATION_CLOSED");
  });
});

test("who became a super admin meanwhile signs in as one", async () => {
  const [shop, boss] = [await world.retailer(), await world.superAdmin()];
  const mobile = world.newMobile();
  await boss.ask(inviteSuperAdmin, { body: { name: "Anil Sharma", mobile, roles: ["support"] } });
  await invite(shop, mobile);
  await world.join(mobile);
  expect((await (await world.signIn(mobile)).get("/auth/me")).body.data.roles).toEqual(["support"]);
});

test("a super admin leaves no business", async () => {
  const admin = await world.newSuperAdmin("Anil Sharma");
  expect((await admin.post("/team/leave", {})).status).toBe(404);
});
