// The guarantee: after a lost number its person goes on with another one, and the old number opens nothing.
import { getTenant } from "@rokad/contract/tenants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../test/browser.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database, transaction } from "../../database/db.ts";
import { disableMember } from "./set-member-status.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function changeMobile(from: string, to: string): Promise<string[]> {
  const printed: string[] = [];
  const args = ["change-mobile", "--from", from, "--to", to];
  await adminCommand(args, (line) => void printed.push(line));
  return printed;
}

const notesOf = async (person: SignedIn) =>
  (await person.get("/notifications")).body.data.map(({ text }: { text: string }) => text);

test("a founder signs in with the new number, which is their business's too", async () => {
  const shop = await world.retailer({ name: "Sharma Traders" });
  const inviter = await world.retailer();
  await inviter.post("/team/invitations", {
    mobile: shop.mobile,
    name: "Asha Sharma",
    roles: ["viewer"],
  });
  const thief = openBrowser(world.app, "203.0.113.9");
  await thief.requestCode(shop.mobile);
  const code = await world.codeFor(shop.mobile);
  const to = world.newMobile();

  expect(await changeMobile(shop.mobile, to)).toEqual([
    `Sharma Traders signs in with ${to} from now on; 1 sessions ended`,
  ]);
  expect((await shop.get("/auth/me")).status).toBe(401);
  expect((await thief.enterCode(shop.mobile, code)).error).toBe("OTP_EXPIRED");
  const again = await world.signIn(to);
  expect(again.id).toBe(shop.id);
  const { data } = await (await world.superAdmin()).ask(getTenant, { params: { id: shop.id } });
  expect(data.phone).toBe(to);
  expect(await notesOf(again)).toContain("Sharma Traders has another mobile number now");
  // A person who gets the old number is nobody here.
  await openBrowser(world.app, "203.0.113.10").requestCode(shop.mobile);
  expect(await world.codeFor(shop.mobile)).toBe(code);
  expect((await inviter.get("/team")).body.data.invitations).toEqual([]);
  const audited = await database()
    .selectFrom("audit_log")
    .select(["actor_id", "before", "after"])
    .where("act", "=", "member.mobile_changed")
    .where("subject_id", "=", shop.id)
    .execute();
  const masked = (mobile: string) => `${mobile.slice(0, 2)}******${mobile.slice(-2)}`;
  expect(audited).toEqual([
    {
      actor_id: null,
      before: { mobile: masked(shop.mobile) },
      after: { mobile: masked(to), name: "Sharma Traders", sessions: 1 },
    },
  ]);
});

test("a founder who was removed leaves the business its number", async () => {
  const shop = await world.retailer({ name: "Sharma Traders" });
  await world.member(shop, ["owner"], "Priya Nair");
  await transaction((db) => disableMember(db, null, shop.id, shop.id));
  const to = world.newMobile();
  expect(await changeMobile(shop.mobile, to)).toEqual([
    `Sharma Traders signs in with ${to} from now on; 0 sessions ended`,
  ]);
  const { data } = await (await world.superAdmin()).ask(getTenant, { params: { id: shop.id } });
  expect(data.phone).toBe(shop.mobile);
});

test("the browsers that signed in with the old number are new ones, and an e-mail tells the person", async () => {
  const shop = await world.retailer();
  const member = await world.member(shop, ["approver"], "Priya Nair");
  const { id } = await database()
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", member.mobile)
    .executeTakeFirstOrThrow();
  await database()
    .insertInto("email_addresses")
    .values({ person_id: id, address: "priya@example.in", verified_at: new Date() })
    .execute();
  const browsers = () =>
    database().selectFrom("known_browsers").select("person_id").where("person_id", "=", id);
  await changeMobile(member.mobile, world.newMobile());
  expect(await browsers().execute()).toEqual([]);
  expect(await notesOf(shop)).toContain("Priya Nair has another mobile number now");
  const mails = await database()
    .selectFrom("outbound_messages")
    .select("to_address")
    .where("kind", "=", "mobile_changed")
    .execute();
  expect(mails).toEqual([{ to_address: "priya@example.in" }]);
});

test("a super admin is too new as a second person, and all super admins are notified", async () => {
  const [admin, other] = [await world.newSuperAdmin("Kabir Rao"), await world.superAdmin()];
  const to = world.newMobile();
  await changeMobile(admin.mobile, to);
  expect(await notesOf(other)).toContain("Kabir Rao has another mobile number now");
  const again = await world.signIn(to);
  expect(await notesOf(again)).toContain("Your mobile number was changed on the server");
  const { roles_since: since } = await database()
    .selectFrom("people")
    .select("roles_since")
    .where("mobile", "=", to)
    .executeTakeFirstOrThrow();
  expect(Date.now() - (since?.getTime() ?? 0)).toBeLessThan(60_000);
});

test("is refused for unknown, used and invalid numbers, and changes nothing", async () => {
  const shop = await world.retailer();
  const other = await world.retailer();
  const unknown = world.newMobile();
  await expect(changeMobile(unknown, world.newMobile())).rejects.toThrow(
    `A person with the number ${unknown} was not found`,
  );
  for (const used of [other.mobile, shop.mobile])
    await expect(changeMobile(shop.mobile, used)).rejects.toThrow(
      `The number ${used} belongs to an account already.`,
    );
  await expect(changeMobile(shop.mobile, "1234567890")).rejects.toThrow("--to: ");
  await expect(changeMobile("12", world.newMobile())).rejects.toThrow("--from: ");
  expect((await shop.get("/auth/me")).status).toBe(200);
});
