// The guarantee: a person changes their own name with a signature. Every business of theirs shows it and
// hears of it, and the business keeps its own.
import { changeOwnName, listTeam } from "@rokad/contract/team";
import { me } from "@rokad/contract/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../database/db.ts";
import { createSuperAdmin } from "../people/create-super-admin.ts";
import { addMember } from "./add-member.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const namesOf = async (owner: SignedIn) =>
  (await owner.ask(listTeam, {})).data.members.map(({ name }) => name);
const notesOf = async (owner: SignedIn) =>
  (await owner.get("/notifications")).body.data.map(({ text }: { text: string }) => text);

test("a founder's is theirs, and the business keeps its own", async () => {
  const shop = await world.retailer({ name: "Sharma Traders" });
  await shop.ask(changeOwnName, { body: { name: "Asha Sharma" } });
  const { data } = await shop.ask(me, {});
  expect(data.user.name).toBe("Asha Sharma");
  expect(data.memberships).toMatchObject([{ tenant: { name: "Sharma Traders" } }]);
  expect(await namesOf(shop)).toEqual(["Asha Sharma"]);
});

test("a member's changes in all their businesses, whose owners are notified, and in no other", async () => {
  const [shop, other, neighbour] = [
    await world.retailer(),
    await world.retailer(),
    await world.retailer(),
  ];
  const mobile = world.newMobile();
  const roles = ["approver"] as const;
  for (const { id } of [shop, other])
    await transaction((db) => addMember(db, null, id, { mobile, name: "Priya Nair", roles }));
  const priya = await world.signIn(mobile);
  await priya.ask(changeOwnName, { body: { name: "Priya Menon" } });
  for (const owner of [shop, other]) {
    expect(await namesOf(owner)).toContain("Priya Menon");
    expect(await notesOf(owner)).toContain("Priya Nair is called Priya Menon now");
  }
  expect(await notesOf(neighbour)).toEqual([]);
});

test("needs a signature, and a name", async () => {
  const shop = await world.retailer({ name: "Verma Stores" });
  const bare = await shop.put("/account/name", { name: "Ravi Verma" }, { signature: null });
  expect([bare.status, bare.body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
  const blank = await shop.put("/account/name", { name: " " });
  expect([blank.status, blank.body.error.fields]).toEqual([400, { name: "Name is required" }]);
  expect(await namesOf(shop)).toEqual(["Verma Stores"]);
});

test("a super admin's is shown to the others, who are notified", async () => {
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Meera Rao" });
  const [admin, other] = [await world.signIn(mobile), await world.superAdmin()];
  await admin.ask(changeOwnName, { body: { name: "Meera Iyer" } });
  expect(await notesOf(other)).toContain("Meera Rao is called Meera Iyer now");
});
