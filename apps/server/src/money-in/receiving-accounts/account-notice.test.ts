// The guarantee: tenants hear of another account to transfer to before it counts. Until then the
// account that they know stays.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import {
  openReceivingWorld,
  sampleAccount,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { applyDueProposals } from "../../identity/proposals/apply-due-proposals.ts";
import { now } from "../../kernel/clock.ts";
import { proposalHandlers } from "../../proposal-handlers.ts";

let world: ReceivingWorld;
let tenant: SignedIn;
let known: Awaited<ReturnType<ReceivingWorld["add"]>>;
beforeEach(async () => {
  world = await openReceivingWorld();
  tenant = await world.retailer();
  known = await world.add();
  await world.request(tenant, known);
  await saveSetting("receiving_account_notice_hours", 24);
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const hourMs = 60 * 60 * 1_000;
const runTask = () => applyDueProposals(proposalHandlers);
const config = async () => (await tenant.get("/platform/config")).body.data;
const shown = async (id: string) =>
  (await world.meera.get(`/super-admin/proposals/${id}`)).body.data;
const newest = async (by: SignedIn) => (await by.get("/notifications")).body.data[0];

/** Proposes another default account as Meera and confirms it as Ravi. @returns the proposal's id. */
async function agreed(): Promise<string> {
  const form = { ...sampleAccount, account_number: world.newAccountNumber(), is_default: true };
  const { body } = await world.addAccount(world.meera, form);
  const id = body.proposal_id ?? "";
  const { status, body: answer } = await world.confirm(world.ravi, id);
  expect(status).toBe(200);
  expect(answer.message).toMatch(
    /^Confirmed\. Tenants are notified\. It takes effect on \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
  );
  return id;
}

async function setActive({ id }: SignedIn, isActive: boolean): Promise<void> {
  await database()
    .updateTable("people")
    .set({ is_active: isActive })
    .where("id", "=", id)
    .execute();
}

async function passTime(id: string): Promise<void> {
  await sql`update proposals set takes_effect_at = ${now()} where id = ${id}`.execute(database());
}

test("a confirmed account counts after the notice, and the known one stays until then", async () => {
  const id = await agreed();
  const scheduled = await shown(id);
  expect(scheduled).toMatchObject({
    state: "scheduled",
    confirmed_by: { name: "Ravi Nair" },
    closed_by: null,
  });
  const waits = Date.parse(scheduled.takes_effect_at ?? "") - now().getTime();
  expect(waits / hourMs).toBeCloseTo(24, 1);
  const before = await config();
  expect(before.receiving_account?.account_number).toBe(known.account_number);
  expect(before.receiving_accounts).toHaveLength(1);
  expect(before.receiving_account_changes).toEqual([
    {
      name: expect.stringMatching(/^HDFC Bank \*\*\*\*\d{4}$/),
      takes_effect_at: scheduled.takes_effect_at,
    },
  ]);
  const notice = await newest(tenant);
  expect(notice).toMatchObject({
    kind: "receiving_account_changes",
    title: "Account to transfer to changes",
    page: "/dashboard/wallet",
  });
  expect(notice?.text).toMatch(
    /^HDFC Bank \*{4}\d{4} changes on .*\. Until then, transfer to the account that Add Funds shows$/,
  );
  await runTask();
  expect((await config()).receiving_accounts).toHaveLength(1);
  await passTime(id);
  await Promise.all([runTask(), runTask()]);
  const after = await config();
  expect(after.receiving_account?.account_number).not.toBe(known.account_number);
  expect([after.receiving_accounts.length, after.receiving_account_changes]).toEqual([2, []]);
  expect(await shown(id)).toMatchObject({
    state: "confirmed",
    closed_by: { name: "Ravi Nair" },
  });
  const { accounts } = await world.list();
  expect(accounts[0]).toMatchObject({
    changed_by: { name: "Meera Iyer" },
    confirmed_by: { name: "Ravi Nair" },
  });
  expect((await auditRowsOf(id)).map(({ act, actor_id }) => [act, actor_id])).toEqual([
    ["proposal.proposed", world.meera.id],
    ["proposal.scheduled", world.ravi.id],
    ["proposal.confirmed", null],
  ]);
});

test("every super admin hears when it counts, and anyone can stop it before", async () => {
  const id = await agreed();
  for (const person of [world.meera, world.ravi])
    expect(await newest(person)).toMatchObject({ kind: "change_scheduled", subject_id: id });
  expect((await world.confirm(world.ravi, id)).body.error).toMatchObject({
    code: "ALREADY_DECIDED",
    message: expect.stringMatching(/^This change is agreed\. It takes effect on /),
  });
  const reason = "The bank has not opened it yet";
  const stopped = await world.ravi.post(`/super-admin/proposals/${id}/reject`, { reason });
  expect(stopped.status).toBe(200);
  await sql`update proposals set takes_effect_at = ${now()} where id = ${id}`.execute(database());
  await runTask();
  expect((await config()).receiving_accounts).toHaveLength(1);
  expect((await config()).receiving_account_changes).toEqual([]);
});

test("other details of a known account wait too; a label and a deactivation don't", async () => {
  const second = await (async () => {
    await saveSetting("receiving_account_notice_hours", 0);
    const added = await world.add({ label: "Second" });
    await saveSetting("receiving_account_notice_hours", 24);
    return added;
  })();
  await world.change(second, { label: "Branch" });
  expect((await world.find(second.id)).label).toBe("Branch");
  await world.change(await world.find(second.id), { ifsc_code: "HDFC0000061" });
  expect((await world.find(second.id)).ifsc_code).toBe(sampleAccount.ifsc_code);
  const [waiting] = (await world.meera.get("/super-admin/proposals")).body.data;
  expect(waiting?.state).toBe("scheduled");
  await world.meera.post(`/super-admin/proposals/${waiting?.id ?? ""}/withdraw`);
  await world.change(await world.find(second.id), { is_active: false });
  expect((await world.find(second.id)).is_active).toBe(false);
});

test("without a notice time it counts at once, and tenants hear of it all the same", async () => {
  await saveSetting("receiving_account_notice_hours", 0);
  const added = await world.add({ label: "Second" });
  expect((await config()).receiving_accounts.map(({ id }) => id)).toContain(added.id);
  expect(await newest(tenant)).toMatchObject({
    kind: "receiving_account_changes",
    text: expect.stringMatching(/changed\. Check the account in Add Funds before you transfer$/),
  });
});

test("the command line's account voids what is scheduled", async () => {
  const id = await agreed();
  const { adminCommand } = await import("../../admin-commands.ts");
  const command = "set-receiving-account --holder Rokad --number 99887766554433 --ifsc HDFC0000060";
  await adminCommand(command.split(" "), () => undefined);
  expect((await shown(id)).state).toBe("void");
  await passTime(id);
  await runTask();
  expect((await config()).receiving_accounts).toHaveLength(1);
});

test("with nobody else the waiting time comes first, then the notice", async () => {
  await setActive(world.ravi, false);
  const form = { ...sampleAccount, account_number: world.newAccountNumber() };
  const id = (await world.addAccount(world.meera, form)).body.proposal_id ?? "";
  expect((await config()).receiving_account_changes).toEqual([]);
  await passTime(id);
  await runTask();
  expect((await shown(id)).state).toBe("scheduled");
  expect((await config()).receiving_account_changes).toHaveLength(1);
  expect((await config()).receiving_accounts).toHaveLength(1);
  await passTime(id);
  await runTask();
  expect(await shown(id)).toMatchObject({ state: "applied", confirmed_by: null });
  expect((await config()).receiving_accounts).toHaveLength(2);
});

test("it is void if the only person who agreed is disabled during the notice", async () => {
  await setActive(world.ravi, false);
  const form = { ...sampleAccount, account_number: world.newAccountNumber() };
  const id = (await world.addAccount(world.meera, form)).body.proposal_id ?? "";
  await passTime(id);
  await runTask();
  expect((await shown(id)).state).toBe("scheduled");
  await setActive(world.ravi, true);
  await setActive(world.meera, false);
  await passTime(id);
  await runTask();
  await setActive(world.meera, true);
  expect((await shown(id)).state).toBe("void");
  expect((await config()).receiving_accounts).toHaveLength(1);
});
