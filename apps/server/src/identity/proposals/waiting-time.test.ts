// The guarantee: where nobody else can confirm, what guards money changes only after a waiting time,
// once, and every super admin is notified. A second account that is added for it shortens nothing.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { proposalHandlers } from "../../proposal-handlers.ts";
import { createSuperAdmin } from "../people/create-super-admin.ts";
import { applyDueProposals } from "./apply-due-proposals.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
  // A deposit request: from now on there is money to protect.
  await world.requestDeposit(await world.retailer(), 10_000);
});
afterEach(async () => {
  await world.setActive(world.admin, true);
  await world.setActive(world.second, true);
  await world.resetSettings();
});
afterAll(() => world.close());

const fee = { key: "fee_paise", seen: 5_00, value: 7_00 } as const;
const hourMs = 60 * 60 * 1_000;
const feeNow = async () => (await world.settingOf("fee_paise")).value;
const runTask = () => applyDueProposals(proposalHandlers);
const shown = async (id: string) =>
  (await world.admin.get(`/super-admin/proposals/${id}`)).body.data;
const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
const withdraw = (id: string) => world.admin.post(`/super-admin/proposals/${id}/withdraw`);

/** Proposes as the only active super admin. @returns the proposal's id. */
async function proposedAlone(
  ...changes: Parameters<SettingsWorld["saveSigned"]>[1]
): Promise<string> {
  await world.setActive(world.second, false);
  const { status, body } = await world.saveSigned(world.admin, changes);
  expect([status, body.applied]).toEqual([200, []]);
  return body.proposal_id ?? "";
}

/** Lets the waiting time of a proposal pass. */
async function passTime(id: string): Promise<void> {
  await sql`update proposals set takes_effect_at = ${now()} where id = ${id}`.execute(database());
}

async function newcomer(): Promise<SignedIn> {
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Tara Bose" });
  return world.signIn(mobile);
}

describe("a change that nobody else can confirm", () => {
  test("changes nothing before its waiting time is over, then takes effect once", async () => {
    const id = await proposedAlone(fee);
    const proposal = await shown(id);
    expect(proposal).toMatchObject({ state: "waiting", confirmed_by: null });
    const waits = Date.parse(proposal.takes_effect_at ?? "") - Date.parse(proposal.proposed_at);
    expect(waits / hourMs).toBeCloseTo(24, 2);
    await runTask();
    expect(await feeNow()).toBe(5_00);
    await passTime(id);
    const before = (await world.history("fee_paise")).total;
    // Two workers at once.
    await Promise.all([runTask(), runTask(), runTask()]);
    expect(await feeNow()).toBe(7_00);
    expect((await world.history("fee_paise")).total).toBe(before + 1);
    expect(await shown(id)).toMatchObject({ state: "applied", closed_by: null });
    expect((await auditRowsOf(id)).map(({ act, actor_id }) => [act, actor_id])).toEqual([
      ["proposal.proposed", world.admin.id],
      ["proposal.applied", null],
    ]);
    expect((await auditRowsOf("fee_paise")).at(-1)).toMatchObject({
      act: "setting.changed",
      actor_id: null,
      after: { value: 7_00, proposal: id, proposed_by: world.admin.id, confirmed_by: null },
    });
    const late = await withdraw(id);
    expect(errorOf(late)).toEqual([409, "ALREADY_DECIDED"]);
    expect(late.body.error.message).toMatch(/^This change took effect on /);
  });

  test("says so before it is signed, and in the answer", async () => {
    await world.setActive(world.second, false);
    const { summary } = (await world.admin.get("/super-admin/proposals")).body;
    expect(summary).toEqual({
      other_super_admins: 0,
      takes_effect: {
        settings: "waiting_time",
        credential: "waiting_time",
        receiving_account: "waiting_time",
      },
      waiting_hours: 24,
    });
    const saved = await world.saveSigned(world.admin, [fee]);
    expect(saved.body.message).toMatch(
      /^Proposed\. Nobody else can confirm it: it takes effect on \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/,
    );
  });

  test("notifies everyone, the proposer too, when proposed, withdrawn and in effect", async () => {
    const newest = async () => (await world.admin.get("/notifications")).body.data[0];
    const first = await proposedAlone(fee);
    expect(await newest()).toMatchObject({
      kind: "change_scheduled",
      title: "Change takes effect soon",
      subject_id: first,
      page: `/super-admin/settings?proposal=${first}`,
    });
    expect((await newest())?.text).toMatch(
      /^Platform fee, a change proposed by Meera Iyer, takes effect on .* If it is wrong, stop it before then$/,
    );
    expect((await withdraw(first)).status).toBe(200);
    expect(await newest()).toMatchObject({ kind: "proposal_closed", title: "Change withdrawn" });
    const second = await proposedAlone(fee);
    await passTime(second);
    await runTask();
    expect(await newest()).toMatchObject({
      kind: "proposal_closed",
      title: "Change took effect",
      text: "Platform fee, a change proposed by Meera Iyer: it took effect after its waiting time",
    });
  });

  test("is withdrawn before its time, and never takes effect", async () => {
    const id = await proposedAlone(fee);
    await withdraw(id);
    await sql`update proposals set takes_effect_at = ${now()} where id = ${id}`.execute(database());
    await runTask();
    expect([await feeNow(), (await shown(id)).state]).toEqual([5_00, "withdrawn"]);
  });

  test("waits by the time that was in force when it was proposed", async () => {
    const shorter = { key: "control_waiting_hours", seen: 24, value: 1 } as const;
    const id = await proposedAlone(shorter);
    const { takes_effect_at: at, proposed_at: since } = await shown(id);
    expect((Date.parse(at ?? "") - Date.parse(since)) / hourMs).toBeCloseTo(24, 2);
    const other = (await world.saveSigned(world.admin, [fee])).body.proposal_id ?? "";
    await passTime(id);
    await runTask();
    expect((await world.settingOf("control_waiting_hours")).value).toBe(1);
    // The one that was waiting already is not shortened.
    const { takes_effect_at: still, proposed_at: then } = await shown(other);
    expect((Date.parse(still ?? "") - Date.parse(then)) / hourMs).toBeCloseTo(24, 2);
  });

  test("blocks a second change of the same value, which names when it takes effect", async () => {
    await proposedAlone(fee);
    const { body } = await world.saveSigned(world.admin, [{ ...fee, value: 8_00 }]);
    expect(body.error).toMatchObject({
      code: "PROPOSAL_WAITING",
      message: expect.stringMatching(
        /^A change of Platform fee by Meera Iyer takes effect on .*\. Reject or withdraw it first\.$/,
      ),
    });
  });

  test("of a credential waits too, and its value is erased when it takes effect", async () => {
    await world.setActive(world.second, false);
    const change = { value: "a-token-that-nobody-reads-6789", seen_set_at: null };
    const { body } = await world.saveCredential(world.admin, "TWILIO_AUTH_TOKEN", change);
    const id = body.proposal_id ?? "";
    const end = async () =>
      (await world.admin.get("/super-admin/credentials")).body.data.find(
        ({ name }) => name === "TWILIO_AUTH_TOKEN",
      )?.ends_in;
    expect(await end()).toBeNull();
    await passTime(id);
    await runTask();
    expect(await end()).toBe("6789");
    const row = await database()
      .selectFrom("proposals")
      .select("content_encrypted")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.content_encrypted).toBeNull();
  });
});

describe("after the sandbox was cleared", () => {
  const realSince = (since: Date) =>
    database()
      .insertInto("installation_environment")
      .values({ environment: "real", since })
      .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ since }))
      .execute();
  afterEach(() => database().deleteFrom("installation_environment").execute());

  test("nothing waits before the first deposit of real money, and everything after it", async () => {
    await world.setActive(world.second, false);
    await realSince(now());
    const alone = await world.saveSigned(world.admin, [fee]);
    expect([alone.status, alone.body.applied]).toEqual([200, ["fee_paise"]]);
    await world.requestDeposit(await world.retailer(), 10_000);
    await proposedAlone({ ...fee, seen: 7_00, value: 8_00 });
    expect(await feeNow()).toBe(7_00);
  });

  test("a deposit of an installation with real money from the start counts", async () => {
    await realSince(new Date(now().getTime() - 24 * hourMs));
    await proposedAlone(fee);
    expect(await feeNow()).toBe(5_00);
  });
});

describe("a second person", () => {
  test("who was there before confirms it earlier", async () => {
    const id = await proposedAlone(fee);
    await world.setActive(world.second, true);
    expect((await world.confirm(world.second, id)).status).toBe(200);
    expect(await feeNow()).toBe(7_00);
    await passTime(id);
    await runTask();
    expect(await shown(id)).toMatchObject({
      state: "confirmed",
      closed_by: { name: "Kabir Rao" },
    });
  });

  test("who was added meanwhile can't confirm it, but stop it", async () => {
    const id = await proposedAlone(fee);
    const tara = await newcomer();
    const refused = await world.confirm(tara, id);
    expect(errorOf(refused)).toEqual([409, "CONFIRMER_TOO_NEW"]);
    expect(refused.body.error.message).toMatch(
      /^Your account or its roles are too new to decide this\. You had to have them on .*\. It takes effect on .*; you can reject it\.$/,
    );
    expect(await feeNow()).toBe(5_00);
    const reason = "Nobody agreed to this";
    expect((await tara.post(`/super-admin/proposals/${id}/reject`, { reason })).status).toBe(200);
    expect((await shown(id)).state).toBe("rejected");
    await world.setActive(tara, false);
  });

  test("who was added shortly before doesn't count, nor beside an older one", async () => {
    await world.setActive(world.second, false);
    const tara = await newcomer();
    const id = (await world.saveSigned(world.admin, [fee])).body.proposal_id ?? "";
    expect((await shown(id)).takes_effect_at).toEqual(expect.any(String));
    expect(errorOf(await world.confirm(tara, id))).toEqual([409, "CONFIRMER_TOO_NEW"]);
    await withdraw(id);
    await world.setActive(world.second, true);
    const other = (await world.saveSigned(world.admin, [fee])).body.proposal_id ?? "";
    expect((await shown(other)).takes_effect_at).toBeNull();
    expect(errorOf(await world.confirm(tara, other))).toEqual([409, "CONFIRMER_TOO_NEW"]);
    expect((await world.confirm(world.second, other)).status).toBe(200);
    await world.setActive(tara, false);
  });
});
