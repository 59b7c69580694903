// The guarantee: one super admin alone can't change what guards money. Another confirms exactly the
// signed change with a signature of their own, and both are in the log.
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { readEvents } from "../../../test/event-reader.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { database } from "../../database/db.ts";
import { expireOldProposals } from "./expire-proposals.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
});
afterEach(async () => {
  await world.resetSettings();
});
afterAll(() => world.close());

const fee = { key: "fee_paise", seen: 5_00, value: 7_00 } as const;
const limit = (seen: number | null, value: number | null) =>
  ({ key: "second_approval_above_paise", seen, value }) as const;

/** Proposes as Meera. @returns the proposal's id. */
async function proposed(...changes: Parameters<SettingsWorld["saveSigned"]>[1]): Promise<string> {
  const { status, body } = await world.saveSigned(world.admin, changes);
  expect([status, body.applied]).toEqual([200, []]);
  return body.proposal_id ?? "";
}

const shown = async (id: string) =>
  (await world.second.get(`/super-admin/proposals/${id}`)).body.data;
const waiting = async () => (await world.second.get("/super-admin/proposals")).body;
const feeNow = async () => (await world.settingOf("fee_paise")).value;
const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
const notices = async (by: typeof world.admin) =>
  (await by.get("/notifications")).body.data.map(({ kind, title, text, subject_id }) => ({
    kind,
    title,
    text,
    subject_id,
  }));

describe("the first approver of a large deposit", () => {
  test("can't remove the limit alone and approve it again", async () => {
    await world.save("second_approval_above_paise", null, 50_000_00);
    const tenant = await world.retailer();
    const { _id: id } = await world.requestDeposit(tenant, 60_000);
    const approve = () => world.admin.post(`/super-admin/deposits/${id}/approve`, {});
    expect((await approve()).status).toBe(200);
    expect(errorOf(await approve())).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    const alone = await world.admin.put("/super-admin/settings", {
      changes: [limit(50_000_00, null)],
    });
    expect([alone.status, alone.body.error.fields]).toEqual([
      400,
      { reason: "A reason is required" },
    ]);
    const proposal = await proposed(limit(50_000_00, null));
    expect(errorOf(await world.confirm(world.admin, proposal))).toEqual([
      409,
      "SECOND_APPROVER_NEEDED",
    ]);
    expect(errorOf(await approve())).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect(await tenant.balance()).toBe(0);
    expect((await world.settingOf("second_approval_above_paise")).value).toBe(50_000_00);
  });
});

describe("a proposal", () => {
  test("changes nothing, then takes effect with a second person's signature", async () => {
    const id = await proposed(fee, { key: "gst_percent", seen: 18, value: 12 });
    expect(await feeNow()).toBe(5_00);
    const { data, total, summary } = await waiting();
    expect([total, summary.other_super_admins]).toEqual([1, 1]);
    expect(data[0]).toMatchObject({
      id,
      kind: "settings",
      title: "Platform fee, GST on the fee",
      changes: [
        { subject: "fee_paise", before: 5_00, after: 7_00, to_default: false },
        { subject: "gst_percent", before: 18, after: 12, to_default: false },
      ],
      reason: "Agreed with the board",
      state: "waiting",
      proposed_by: { id: world.admin.id, name: "Meera Iyer" },
      closed_by: null,
    });
    const { proposed_at: at, expires_at: end } = await shown(id);
    expect(Date.parse(end) - Date.parse(at)).toBe(limits.proposalDays * 24 * 60 * 60 * 1_000);

    const { status, body } = await world.confirm(world.second, id);
    expect([status, body.message]).toEqual([200, "Confirmed. The change is in effect."]);
    expect([await feeNow(), (await world.settingOf("gst_percent")).value]).toEqual([7_00, 12]);
    expect(await shown(id)).toMatchObject({
      state: "confirmed",
      closed_by: { name: "Kabir Rao" },
    });
    expect((await waiting()).total).toBe(0);
    expect((await world.history("fee_paise")).data[0]).toMatchObject({
      from: 5_00,
      to: 7_00,
      changed_by: { name: "Meera Iyer" },
      confirmed_by: { name: "Kabir Rao" },
    });
  });

  test("is in the audit log with both people, before and after", async () => {
    const id = await proposed(fee);
    await world.confirm(world.second, id);
    const rows = await auditRowsOf(id);
    expect(rows.map(({ act, actor_id }) => [act, actor_id])).toEqual([
      ["proposal.proposed", world.admin.id],
      ["proposal.confirmed", world.second.id],
    ]);
    expect(rows[0]).toMatchObject({
      reason: "Agreed with the board",
      before: { fee_paise: 5_00 },
      after: { fee_paise: 7_00 },
    });
    const both = { proposed_by: world.admin.id, confirmed_by: world.second.id };
    expect(rows[1]).toMatchObject({ after: { fee_paise: 7_00, ...both } });
    expect((await auditRowsOf("fee_paise")).at(-1)).toMatchObject({
      act: "setting.changed",
      actor_id: world.second.id,
      after: { value: 7_00, proposal: id, ...both },
    });
  });

  test("notifies the others with its state, and refreshes open pages", async () => {
    const app = await world.newServer();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const events = await readEvents(app, world.second.token);
    await events.ready();
    const id = await proposed(fee);
    expect(await events.reports("proposals")).toBe(true);
    expect((await notices(world.second))[0]).toEqual({
      kind: "proposal_waiting",
      title: "Change to confirm",
      text: "Meera Iyer wants to change Platform fee. It needs a second super admin",
      subject_id: id,
    });
    expect((await notices(world.admin)).map(({ kind }) => kind)).not.toContain("proposal_waiting");
    const reason = "The price list says ₹6";
    await world.second.post(`/super-admin/proposals/${id}/reject`, { reason });
    expect(await events.reports("proposals")).toBe(true);
    expect((await notices(world.admin))[0]).toEqual({
      kind: "proposal_closed",
      title: "Change rejected",
      text: "Platform fee, a change proposed by Meera Iyer: it was rejected by Kabir Rao: The price list says ₹6",
      subject_id: id,
    });
    expect((await notices(world.second))[0]?.text).toBe(
      "Meera Iyer wanted to change Platform fee; it was rejected by Kabir Rao: The price list says ₹6",
    );
    await events.close();
  });

  test("is rejected by another with a reason, and withdrawn by its proposer only", async () => {
    const id = await proposed(fee);
    const at = `/super-admin/proposals/${id}` as const;
    expect(errorOf(await world.second.post(`${at}/withdraw`))).toEqual([403, "FORBIDDEN"]);
    expect(errorOf(await world.admin.post(`${at}/reject`, { reason: "No" }))).toEqual([
      403,
      "FORBIDDEN",
    ]);
    const blank = await world.second.post(`${at}/reject`, { reason: " " });
    expect([blank.status, blank.body.error.fields]).toEqual([
      400,
      { reason: "A reason is required" },
    ]);
    expect((await world.admin.post(`${at}/withdraw`)).status).toBe(200);
    expect(await shown(id)).toMatchObject({
      state: "withdrawn",
      closed_by: { name: "Meera Iyer" },
    });
    const late = await world.confirm(world.second, id);
    expect([late.status, late.body.error.code]).toEqual([409, "ALREADY_DECIDED"]);
    expect(late.body.error.message).toMatch(
      /^Meera Iyer already withdrew this on \d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    );
    const { body } = await world.second.get("/super-admin/proposals", { status: "closed" });
    expect(body.data.map((one) => [one.id, one.state])).toEqual([[id, "withdrawn"]]);
    const none = "01994c5b-3c92-7f04-9d6e-1b2f4c8e7a55";
    expect((await world.second.get(`/super-admin/proposals/${none}`)).status).toBe(404);
    expect((await world.confirm(world.second, none)).status).toBe(404);
  });

  test("waits alone for its setting, and another is refused before it is signed", async () => {
    await proposed(fee);
    const other = { ...fee, value: 8_00 };
    const body = { changes: [other], reason: "Lower" };
    const blocked = await world.second.put("/super-admin/settings", body, { signature: null });
    expect(errorOf(blocked)).toEqual([409, "PROPOSAL_WAITING"]);
    expect(blocked.body.error.message).toBe(
      "A change of Platform fee by Meera Iyer waits for a second super admin. Confirm, reject or withdraw it first.",
    );
  });

  test("is void when a stored value is no longer the one before", async () => {
    const id = await proposed(fee);
    const confirm = await world.signedConfirmation(world.second, id);
    await sql`insert into settings (key, value, updated_at) values ('fee_paise', '900', now())`.execute(
      database(),
    );
    const late = await confirm();
    expect(errorOf(late)).toEqual([409, "PROPOSAL_VOID"]);
    expect(late.body.error.message).toMatch(
      /changed “Platform fee” after this was proposed\. The proposal is void, and nothing changed\./,
    );
    expect(await shown(id)).toMatchObject({ state: "void", closed_by: null });
    expect((await auditRowsOf(id)).at(-1)).toMatchObject({ act: "proposal.void", actor_id: null });
    expect(await feeNow()).toBe(9_00);
  });

  test("expires after 7 days, and then keeps no content and blocks nothing", async () => {
    const id = await proposed(fee);
    await sql`update proposals set expires_at = now() - interval '1 second'`.execute(database());
    expect([(await shown(id)).state, (await waiting()).total]).toEqual(["expired", 0]);
    expect(errorOf(await world.confirm(world.second, id))).toEqual([409, "PROPOSAL_VOID"]);
    await expireOldProposals();
    const row = await database()
      .selectFrom("proposals")
      .select(["state", "content_encrypted"])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: "expired", content_encrypted: null });
    expect(await proposed(fee)).not.toBe(id);
  });
});
