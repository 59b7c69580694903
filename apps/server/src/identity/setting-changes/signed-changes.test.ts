// The guarantee: a signature signs exactly one change of one person, a mixed save says what became of each
// setting, and before money moves one active super admin changes it at once.
import { guardedKeys } from "@rokad/contract/guarded-settings";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { presign } from "../../../test/presign.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
});
afterEach(async () => {
  await world.setActive(world.second, true);
  await world.setActive(world.admin, true);
  await world.resetSettings();
});
afterAll(() => world.close());

const fee = { key: "fee_paise", seen: 5_00, value: 7_00 } as const;

/** Proposes as Meera. @returns the proposal's id. */
async function proposed(...changes: Parameters<SettingsWorld["saveSigned"]>[1]): Promise<string> {
  const { status, body } = await world.saveSigned(world.admin, changes);
  expect([status, body.applied]).toEqual([200, []]);
  return body.proposal_id ?? "";
}

const waiting = async () => (await world.second.get("/super-admin/proposals")).body;
const feeNow = async () => (await world.settingOf("fee_paise")).value;
const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];

describe("the signature", () => {
  test("signs exactly one change and one person", async () => {
    const path = "/super-admin/settings";
    const sent = { changes: [fee], reason: "Agreed with the board" };
    const signature = await presign(world.admin, path, sent, "put");
    const refused = async (body: object, by = world.admin) =>
      expect(errorOf(await by.put(path, body, { signature }))).toEqual([403, "STEP_UP_REQUIRED"]);
    await refused({ ...sent, changes: [{ ...fee, value: 9_00 }] });
    await refused({ ...sent, reason: "Other" });
    await refused(sent, world.second);
    expect((await world.admin.put(path, sent, { signature })).status).toBe(200);
    expect((await waiting()).total).toBe(1);
  });

  test("is asked for by a text and a summary that name the change", async () => {
    const body = { changes: [fee], reason: "Agreed with the board" };
    const asked = await world.admin.put("/super-admin/settings", body, { signature: null });
    const { id = "", summary } = asked.body.error.step_up ?? {};
    expect(summary).toBe("Change Platform fee from ₹5.00 to ₹7.00");
    await world.admin.post("/auth/step-up", { id });
    const mobile = { mobile: world.admin.mobile };
    const { body: texts } = await world.anyone.get("/sandbox/messages", mobile);
    expect(texts.data[0]?.text).toMatch(
      /^\d{6} is your OTP to sign: Change Platform fee\. Do not share/,
    );
  });

  test("of the second person names the same values", async () => {
    const limit = { key: "second_approval_above_paise", seen: null, value: 50_000_00 } as const;
    const id = await proposed(limit, { key: "gst_percent", seen: 18, value: 12 });
    const path = `/super-admin/proposals/${id}/confirm` as const;
    const asked = await world.second.post(path, undefined, { signature: null });
    expect(asked.body.error.step_up?.summary).toMatch(
      /^Confirm GST on the fee from 18 to 12, .* from none to ₹50,000\.00, proposed by Meera Iyer$/,
    );
  });

  test.each([...guardedKeys])("is required for %s, with a reason", async (key) => {
    const { value: seen } = await world.settingOf(key);
    const changes = [{ key, seen, value: other[key] }];
    const send = (body: object) =>
      world.admin.put("/super-admin/settings", body, { signature: null });
    expect((await send({ changes })).body.error.fields).toEqual({
      reason: "A reason is required",
    });
    const { status, body } = await send({ changes, reason: "Agreed" });
    expect([status, body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await world.settingOf(key)).value).toEqual(seen);
  });

  const other: Readonly<Record<string, unknown>> = {
    fee_paise: 6_00,
    gst_percent: 12,
    upi_payout_paise_max: 1_00,
    imps_payout_paise_max: 1_00,
    second_approval_above_paise: 1_00,
    bulk_second_approval_above_paise: 1_00,
    control_waiting_hours: 1,
    receiving_account_notice_hours: 1,
    partial_return_charges: "refund",
    primary_provider: "sandbox",
    alternative_provider: "sandbox",
    outcome_decision_hours: 1,
    smtp_host: "smtp.example.com",
    smtp_port: 465,
    smtp_tls: "tls",
    mail_from: "payments@example.com",
    passkey_payouts: "off",
    passkey_super_admin_acts: "off",
  };
});

describe("a save of guarded and free settings", () => {
  test("applies the free ones, proposes the others, and says which", async () => {
    const changes = [fee, { key: "session_days", seen: 30, value: 7 } as const];
    const { body } = await world.saveSigned(world.admin, changes);
    expect(body).toMatchObject({
      message: "1 setting saved. A second super admin has to confirm the rest.",
      applied: ["session_days"],
      proposal_id: expect.any(String),
    });
    expect([await feeNow(), (await world.settingOf("session_days")).value]).toEqual([5_00, 7]);
    await world.confirm(world.second, body.proposal_id ?? "");
    expect(await feeNow()).toBe(7_00);
  });

  test("changes nothing when the signature is missing or one value is invalid", async () => {
    const free = { key: "session_days", seen: 30, value: 7 } as const;
    const body = { changes: [fee, free], reason: "Agreed" };
    const unsigned = await world.admin.put("/super-admin/settings", body, { signature: null });
    const invalid = await world.saveSigned(world.admin, [fee, { ...free, value: 0 }]);
    expect([unsigned.status, invalid.status]).toEqual([403, 400]);
    expect((await world.settingOf("session_days")).value).toBe(30);
    expect((await waiting()).total).toBe(0);
  });

  test("of free settings only needs no signature", async () => {
    const changes = [{ key: "session_days", seen: 30, value: 7 }];
    const saved = await world.admin.put("/super-admin/settings", { changes }, { signature: null });
    expect(saved.body).toMatchObject({
      message: "Settings saved",
      applied: ["session_days"],
      proposal_id: null,
    });
  });
});

describe("the people", () => {
  test("the only active super admin changes it at once before money moves", async () => {
    await world.setActive(world.second, false);
    expect((await world.admin.get("/super-admin/proposals")).body.summary).toMatchObject({
      other_super_admins: 0,
      takes_effect: { settings: "at_once", credential: "at_once" },
    });
    const { body } = await world.saveSigned(world.admin, [fee]);
    expect(body).toMatchObject({ message: "Settings saved", proposal_id: null });
    expect(await feeNow()).toBe(7_00);
    expect((await world.history("fee_paise")).data[0]).toMatchObject({
      changed_by: { name: "Meera Iyer" },
      confirmed_by: null,
    });
  });

  test("a proposer who is no longer active, until reactivated, can't be confirmed", async () => {
    const id = await proposed(fee);
    await world.setActive(world.admin, false);
    const refused = await world.confirm(world.second, id);
    expect(errorOf(refused)).toEqual([409, "PROPOSER_INACTIVE"]);
    expect(refused.body.error.message).toBe(
      "Meera Iyer, who proposed this, is no longer a super admin. Reject it and propose it again.",
    );
    await world.setActive(world.admin, true);
    expect((await world.confirm(world.second, id)).status).toBe(200);
  });

  test("a proposer who is left alone can't confirm, but withdraw and change it", async () => {
    const id = await proposed(fee);
    await world.setActive(world.second, false);
    const alone = await world.confirm(world.admin, id);
    expect(errorOf(alone)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect(alone.body.error.message).toMatch(/the only super admin left\. Withdraw it/);
    expect(await feeNow()).toBe(5_00);
    await world.admin.post(`/super-admin/proposals/${id}/withdraw`);
    expect((await world.saveSigned(world.admin, [fee])).body.applied).toEqual(["fee_paise"]);
  });
});
