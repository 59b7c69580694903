// The guarantee: an invited number gets one text for each invitation and repetition, within limits, and
// none once the invitation is closed.
import { inviteMember, inviteSuperAdmin, repeatInvitation } from "@rokad/contract/team";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openSmsWorld, type SmsWorld } from "../../../test/sms-world.ts";
import { database } from "../../database/db.ts";

let world: SmsWorld;
let shop: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  world = await openSmsWorld();
  shop = await world.retailer({ name: "Shree Balaji Wholesale Traders and Sons" });
  other = await world.retailer({ name: "Verma Stores" });
  world.useGateways(true);
});
afterAll(() => world.close());

async function invited(mobile = world.newMobile(), by = shop) {
  const { data } = await by.ask(inviteMember, {
    body: { name: "Priya Nair", mobile, roles: ["viewer"] },
  });
  return { mobile, params: { id: data.id } };
}

test("names the business, cut to a variable, and goes out again when repeated", async () => {
  const { mobile, params } = await invited();
  await runDueJobs();
  const text =
    "Shree Balaji Wholesale Trad... invites you to its team on Rokad. Sign in with this mobile number within 7 days to join.";
  expect(world.deliveredTo(mobile)).toEqual([text]);
  await shop.ask(repeatInvitation, { params });
  await runDueJobs();
  expect(world.deliveredTo(mobile)).toEqual([text, text]);
});

test("names the product to a super admin", async () => {
  const mobile = world.newMobile();
  await world.admin.ask(inviteSuperAdmin, {
    body: { name: "Anil Sharma", mobile, roles: ["support"] },
  });
  await runDueJobs();
  expect(world.deliveredTo(mobile)[0]).toMatch(/^Rokad invites you to its team on Rokad\./);
});

test("is not sent once the invitation was cancelled", async () => {
  const { mobile, params } = await invited();
  expect((await shop.post(`/team/invitations/${params.id}/cancel`)).status).toBe(200);
  await runDueJobs();
  expect(world.deliveredTo(mobile)).toEqual([]);
});

test("goes to one number at most three times an hour, from all businesses together", async () => {
  const { mobile, params } = await invited();
  await shop.ask(repeatInvitation, { params });
  await invited(mobile, other);
  const refused = await shop.post(`/team/invitations/${params.id}/repeat`);
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    "Too many invitations of this number in this hour. Try again later.",
  ]);
  await runDueJobs();
  expect(world.deliveredTo(mobile)).toHaveLength(3);
  const open = await database()
    .selectFrom("invitations")
    .select("id")
    .where("mobile", "=", mobile)
    .execute();
  expect(open).toHaveLength(2);
});
