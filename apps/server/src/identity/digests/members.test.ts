// The guarantee: a member gets a business's notifications by e-mail as they chose for this business,
// owners by default, and nothing of a business that is not theirs any more.
import { chooseNotification, getNotificationChoices } from "@rokad/contract/notification-choices";
import type { NotificationKind } from "@rokad/contract/notifications";
import type { TenantRole } from "@rokad/contract/roles";
import { listTeam, setMemberStatus } from "@rokad/contract/team";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openMailWorld, type MailWorld } from "../../../test/mail-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { until } from "../../../test/disturbances.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { addMember } from "../members/add-member.ts";
import { changeRoles } from "../members/change-roles.ts";
import { disableMember } from "../members/set-member-status.ts";
import { notify } from "../notifications/notify.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";
import { cancelForMember } from "./cancel-for-member.ts";
import { createDigests } from "./create-digests.ts";

let world: MailWorld;
let shop: SignedIn;
let count = 0;
beforeAll(async () => {
  world = await openMailWorld();
});
beforeEach(async () => {
  shop = await world.operator({ name: "Asha Textiles", wallet: "₹50,000" });
});
afterAll(() => world.close());

/** A member with a verified address. */
async function memberWithEmail(roles: readonly TenantRole[], of = shop) {
  const member = await world.member(of, roles);
  const email = `member${(count += 1)}@example.com`;
  await world.verify(member, email);
  const mails = async () =>
    (await world.mailbox(email)).filter(({ purpose }) => !purpose.includes("email"));
  return { member, mails };
}
const choose = (member: SignedIn, kind: NotificationKind, email: boolean) =>
  member.ask(chooseNotification, { params: { kind }, body: { email } });
const notifyOf = (owner: SignedIn, kind: NotificationKind) =>
  transaction((db) => notify(db, [{ personId: owner.id, kind, subjectId: newId() }]));
async function deliver() {
  world.pass(11_000);
  await world.work();
}
const idOf = async (member: SignedIn) =>
  (await shop.ask(listTeam, {})).data.members.find(({ mobile }) => mobile === member.mobile)?.id ??
  "";

test("a failed payout is an e-mail to an owner, and to a viewer who chose it, with the business", async () => {
  const owner = await memberWithEmail(["owner"]);
  const viewer = await memberWithEmail(["viewer"]);
  const approver = await memberWithEmail(["approver"]);
  await choose(viewer.member, "payout_failed", true);
  await shop.pay(impsOrder({ account_number: "026291800001190", ifsc_code: "YESB0000262" }));
  await world.settle();
  await deliver();
  for (const { mails } of [owner, viewer]) {
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toContain("₹1,000.00 to Asha Rao was refunded with charges");
    expect(mail?.text).toContain("is on in your notifications of Asha Textiles");
  }
  expect(await approver.mails()).toEqual([]);
});

test("a choice counts for its business only, and shows on the page", async () => {
  const other = await world.operator({ name: "Balaji Foods" });
  const { member, mails } = await memberWithEmail(["viewer"]);
  const added = { mobile: member.mobile, name: "Priya", roles: ["viewer"] } as const;
  await transaction((db) => addMember(db, null, other.id, added));
  const isOn = async () =>
    (await member.ask(getNotificationChoices, {})).data.kinds.find(
      ({ kind }) => kind === "bank_account_approved",
    )?.email;
  expect(await isOn()).toBe(false);
  await choose(member, "bank_account_approved", true);
  expect(await isOn()).toBe(true);
  await notifyOf(other, "bank_account_approved");
  await deliver();
  expect(await mails()).toEqual([]);
  await member.post("/auth/tenant", { tenant_id: other.id });
  expect(await isOn()).toBe(false);
  await notifyOf(shop, "bank_account_approved");
  await deliver();
  expect(await mails()).toHaveLength(1);
});

test("what is about the founder reaches no other member", async () => {
  const { mails } = await memberWithEmail(["owner"]);
  await notifyOf(shop, "passkey_added");
  await deliver();
  expect(await mails()).toEqual([]);
});

test("a role without notifications shows and sends only what is about the person", async () => {
  const developer = await world.member(shop, ["developer"]);
  const { data } = await developer.ask(getNotificationChoices, {});
  expect(data.kinds.map(({ kind }) => kind)).not.toContain("payout_failed");
  const wrong = await developer.post("/account/notifications/payout_failed", { email: true });
  expect(wrong.status).toBe(404);
});

test("a disabled member gets neither what waits for a digest nor what waits for the mail server", async () => {
  const first = await memberWithEmail(["owner"]);
  const second = await memberWithEmail(["owner"]);
  world.useServer({ port: 1 });
  await notifyOf(shop, "export_ready");
  await deliver();
  await notifyOf(shop, "bank_account_approved");
  for (const { member } of [first, second]) {
    const params = { id: await idOf(member) };
    await shop.ask(setMemberStatus, { params, body: { is_active: false } });
  }
  world.useMailbox();
  world.pass(61_000);
  await world.work();
  expect([await first.mails(), await second.mails()]).toEqual([[], []]);
});

test("a member whose roles no longer show notifications gets nothing that waits", async () => {
  const { member, mails } = await memberWithEmail(["owner"]);
  world.useServer({ port: 1 });
  await notifyOf(shop, "export_ready");
  await deliver();
  await notifyOf(shop, "bank_account_approved");
  const id = await idOf(member);
  await transaction((db) => changeRoles(db, null, shop.id, id, ["developer"]));
  world.useMailbox();
  world.pass(61_000);
  await world.work();
  expect(await mails()).toEqual([]);
  expect((await member.ask(getNotificationChoices, {})).data.email_problem).toBeNull();
});

test("a removed founder gets the business's e-mails no more, and still those about their account", async () => {
  await world.verify(shop, "founder@example.com");
  const mails = async () =>
    (await world.mailbox("founder@example.com")).map(({ subject }) => subject.split(" · ")[0]);
  const before = (await mails()).length;
  const second = await memberWithEmail(["owner"]);
  world.useServer({ port: 1 });
  await notifyOf(shop, "export_ready");
  await deliver();
  await notifyOf(shop, "bank_account_approved");
  await transaction((db) => disableMember(db, null, shop.id, shop.id));
  await notifyOf(shop, "payout_failed");
  await notifyOf(shop, "passkey_added");
  world.useMailbox();
  world.pass(61_000);
  await world.work();
  await deliver();
  const all = await mails();
  expect(all.slice(0, all.length - before)).toEqual(["Passkey added"]);
  expect(await second.mails()).not.toEqual([]);
});

test("a disabled super admin gets what waited no more, and still what is about their account", async () => {
  const admin = await world.newSuperAdmin("Nisha Rao");
  await database()
    .insertInto("email_addresses")
    .values({ person_id: admin.id, address: "nisha@example.com", verified_at: new Date() })
    .execute();
  world.useServer({ port: 1 });
  await transaction((db) =>
    notifySuperAdmins(db, { kind: "books_faulty", subjectId: newId(), detail: "1 fault" }),
  );
  await deliver();
  await transaction((db) => notifySuperAdmins(db, { kind: "payout_stuck", subjectId: null }));
  await notifyOf(admin, "passkey_added");
  await transaction((db) => disableMember(db, null, null, admin.id));
  world.useMailbox();
  world.pass(61_000);
  await world.work();
  await deliver();
  const mails = await world.mailbox("nisha@example.com");
  expect(mails.map(({ purpose }) => purpose)).toEqual(["passkey_added"]);
});

test("several changes of the team are one e-mail that links to the team's own page", async () => {
  const { mails } = await memberWithEmail(["owner"]);
  await notifyOf(shop, "team_changed");
  await notifyOf(shop, "team_changed");
  await deliver();
  const [mail] = await mails();
  expect(mail?.text).toContain("Show all: https://pay.example.in/dashboard/settings/team");
});

test("a member who is disabled while the digest is written gets it or not, and nothing later", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { member, mails } = await memberWithEmail(["owner"]);
    await notifyOf(shop, "export_ready");
    world.pass(11_000);
    const params = { id: await idOf(member) };
    await Promise.all([
      world.work(),
      shop.ask(setMemberStatus, { params, body: { is_active: false } }),
    ]);
    const before = (await mails()).length;
    expect(before).toBeLessThanOrEqual(1);
    await notifyOf(shop, "bank_account_approved");
    await deliver();
    expect(await mails()).toHaveLength(before);
  }
});

test("a digest that waits for the end of a membership holds none of its deliveries", async () => {
  const { member, mails } = await memberWithEmail(["owner"]);
  await notifyOf(shop, "export_ready");
  world.pass(11_000);
  const id = await idOf(member);
  let digest: Promise<number> | undefined;
  await transaction(async (db) => {
    await sql`
      update memberships set disabled_at = now() where tenant_id = ${shop.id} and person_id = ${id}
    `.execute(db);
    digest = createDigests();
    await until(async () => (await waitingForLocks()) === 1);
    await cancelForMember(db, shop.id, id);
  });
  await digest;
  expect(await mails()).toEqual([]);
});
