// An attacker has the session and the codes of the only owner for a while. What guards money stays as
// it is for the waiting time, whatever they try, and the owner reads of it and stops it.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { applyDueProposals } from "../../src/identity/proposals/apply-due-proposals.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { proposalHandlers } from "../../src/proposal-handlers.ts";
import { openReceivingWorld, sampleAccount, type ReceivingWorld } from "../receiving-world.ts";
import type { SignedIn } from "../signed-in.ts";

let world: ReceivingWorld;
let owner: SignedIn;
let known: string;
beforeAll(async () => {
  world = await openReceivingWorld();
  owner = world.meera;
  const account = await world.add();
  known = account.account_number;
  await world.request(await world.retailer(), account);
  // The only owner: the other one left.
  await sql`update people set is_active = false where id = ${world.ravi.id}`.execute(database());
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const thiefAccount = () => ({
  ...sampleAccount,
  account_holder_name: "Collections India",
  account_number: world.newAccountNumber(),
  is_default: true,
});
const shownNumbers = async () =>
  (await owner.get("/platform/config")).body.data.receiving_accounts.map(
    ({ account_number: number }) => number,
  );
const runTask = () => applyDueProposals(proposalHandlers);

async function accomplice(): Promise<SignedIn> {
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Helper" });
  return world.signIn(mobile);
}

/** Every open proposal as it is in the list. */
const waiting = async () => (await owner.get("/super-admin/proposals")).body.data;

async function stopAll(): Promise<void> {
  for (const { id } of await waiting())
    expect((await owner.post(`/super-admin/proposals/${id}/withdraw`)).status).toBe(200);
}

test("another receiving account waits, and the owner reads of it and stops it", async () => {
  const { body } = await world.addAccount(owner, thiefAccount());
  expect(body.proposal_id).toEqual(expect.any(String));
  await runTask();
  expect(await shownNumbers()).toEqual([known]);
  const [notice] = (await owner.get("/notifications")).body.data;
  expect(notice).toMatchObject({ kind: "change_scheduled", subject_id: body.proposal_id });
  await stopAll();
  await runTask();
  expect(await shownNumbers()).toEqual([known]);
});

test("an accomplice who is added before or after can't confirm it", async () => {
  const before = await accomplice();
  const { body } = await world.addAccount(owner, thiefAccount());
  const after = await accomplice();
  for (const helper of [before, after]) {
    const refused = await world.confirm(helper, body.proposal_id ?? "");
    expect([refused.status, refused.body.error.code]).toEqual([409, "CONFIRMER_TOO_NEW"]);
  }
  await runTask();
  expect(await shownNumbers()).toEqual([known]);
  await stopAll();
});

test("an old account that is enabled or given the role before or after can't confirm it", async () => {
  const auditor = await world.newSuperAdmin("Old Auditor", ["auditor"]);
  const before = `/super-admin/team/${auditor.id}/roles`;
  expect((await owner.put(before, { roles: ["auditor", "finance"] })).status).toBe(200);
  const { body } = await world.addAccount(owner, thiefAccount());
  const after = `/super-admin/team/${world.ravi.id}/status`;
  expect((await owner.patch(after, { is_active: true })).status).toBe(200);
  for (const helper of [auditor, await world.signIn(world.ravi.mobile)]) {
    const refused = await world.confirm(helper, body.proposal_id ?? "");
    expect([refused.status, refused.body.error.code]).toEqual([409, "CONFIRMER_TOO_NEW"]);
  }
  await runTask();
  expect(await shownNumbers()).toEqual([known]);
  await stopAll();
  expect((await owner.patch(after, { is_active: false })).status).toBe(200);
});

test("a shorter waiting time waits itself and shortens nothing", async () => {
  const shorter = { key: "control_waiting_hours", seen: 24, value: 1 } as const;
  const lowered = (await world.saveSigned(owner, [shorter])).body;
  expect([lowered.applied, typeof lowered.proposal_id]).toEqual([[], "string"]);
  await world.addAccount(owner, thiefAccount());
  for (const { takes_effect_at: at, proposed_at: since } of await waiting())
    expect(Date.parse(at ?? "") - Date.parse(since)).toBeGreaterThan(23 * 60 * 60 * 1_000);
  await stopAll();
});

test("provider, credential and limit wait too, one by one or together", async () => {
  const changes = [
    { key: "second_approval_above_paise", seen: null, value: 10_00_000_00 },
    { key: "upi_payout_paise_max", seen: 5_00_000_00, value: 1_00_000_00 },
  ] as const;
  expect((await world.saveSigned(owner, changes)).body.applied).toEqual([]);
  const key = { value: "rzp_live_somebodyelse", seen_set_at: null };
  const { body } = await world.saveCredential(owner, "RAZORPAYX_KEY_ID", key);
  expect(body.proposal_id).toEqual(expect.any(String));
  expect(body.data.source).toBe("missing");
  await runTask();
  expect((await waiting()).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  await stopAll();
});

test("nothing moves the time of a proposal: withdrawn and proposed again, it waits from the start", async () => {
  const form = thiefAccount();
  const first = (await world.addAccount(owner, form)).body.proposal_id ?? "";
  await sql`
    update proposals set proposed_at = proposed_at - interval '23 hours',
      takes_effect_at = takes_effect_at - interval '23 hours'
    where id = ${first}
  `.execute(database());
  await stopAll();
  await world.addAccount(owner, form);
  const [again] = await waiting();
  expect(Date.parse(again?.takes_effect_at ?? "") - Date.now()).toBeGreaterThan(
    23 * 60 * 60 * 1_000,
  );
  await stopAll();
});
