// The guarantee: a code signs exactly one change of one person, a mixed save says what became of each
// setting, and before money moves one active super admin changes it at once.
import { guardedKeys } from "@rokad/contract/guarded-settings";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
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

describe("the code", () => {
  test("signs exactly one change, one act and one person", async () => {
    const changes = [fee];
    const reason = "Agreed with the board";
    const path = "/super-admin/settings";
    const codeFor = async (by: typeof world.admin, sent: object) => {
      await world.clearSignatures(by);
      expect((await by.post(`${path}/code`, sent)).status).toBe(200);
      return world.codeFor(by.mobile);
    };
    const refused = async (sent: object, otp: string, by = world.admin) =>
      expect(errorOf(await by.put(path, { ...sent, otp }))).toEqual([400, "OTP_INVALID"]);

    const otherValue = { changes: [{ ...fee, value: 9_00 }], reason };
    await refused(otherValue, await codeFor(world.admin, { changes, reason }));
    await refused({ changes, reason: "Other" }, await codeFor(world.admin, { changes, reason }));
    await refused({ changes, reason }, await codeFor(world.second, { changes, reason }));
    await world.anyone.post("/auth/send-otp", { mobile: world.admin.mobile });
    await refused({ changes, reason }, await world.codeFor(world.admin.mobile));

    // A code to propose a change can't confirm the same change of another person.
    const unused = await codeFor(world.second, { changes, reason });
    const id = await proposed(fee);
    const confirmation = await world.second.post(`/super-admin/proposals/${id}/confirm`, {
      otp: unused,
    });
    expect(errorOf(confirmation)).toEqual([400, "OTP_INVALID"]);
    expect(await feeNow()).toBe(5_00);
    const otp = await world.codeToConfirm(world.second, id);
    expect(otp).toMatch(/^\d{6}$/);
    expect((await world.second.post(`/super-admin/proposals/${id}/confirm`, { otp })).status).toBe(
      200,
    );
  });

  test.each([...guardedKeys])("is required for %s", async (key) => {
    const { value: seen } = await world.settingOf(key);
    const changes = [{ key, seen, value: other[key] }];
    const { status, body } = await world.admin.put("/super-admin/settings", { changes });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["reason", "otp"]]);
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

  test("changes nothing when the code is missing or one value is invalid", async () => {
    const free = { key: "session_days", seen: 30, value: 7 } as const;
    const unsigned = await world.admin.put("/super-admin/settings", { changes: [fee, free] });
    const invalid = await world.saveSigned(world.admin, [fee, { ...free, value: 0 }]);
    expect([unsigned.status, invalid.status]).toEqual([400, 400]);
    expect((await world.settingOf("session_days")).value).toBe(30);
    expect((await waiting()).total).toBe(0);
  });

  test("of free settings only needs no code, and none is sent", async () => {
    const changes = [{ key: "session_days", seen: 30, value: 7 }];
    const { status, body } = await world.admin.post("/super-admin/settings/code", {
      changes,
      reason: "Shorter",
    });
    expect([status, body.error.fields]).toEqual([400, { changes: "These changes need no code" }]);
    expect((await world.admin.put("/super-admin/settings", { changes })).body).toMatchObject({
      message: "Settings saved",
      applied: ["session_days"],
      proposal_id: null,
    });
  });
});

describe("the people", () => {
  test("the only active super admin changes it at once before money moves, but with a code", async () => {
    await world.setActive(world.second, false);
    const unsigned = await world.admin.put("/super-admin/settings", { changes: [fee] });
    expect(unsigned.status).toBe(400);
    await world.clearSignatures(world.admin);
    const sent = await world.admin.post("/super-admin/settings/code", {
      changes: [fee],
      reason: "Agreed",
    });
    expect(sent.body.data.takes_effect).toBe("at_once");
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
    const refused = await world.second.post(`/super-admin/proposals/${id}/code`);
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
    const alone = await world.admin.post(`/super-admin/proposals/${id}/code`);
    expect(errorOf(alone)).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect(alone.body.error.message).toMatch(/the only super admin left\. Withdraw it/);
    expect(await feeNow()).toBe(5_00);
    await world.admin.post(`/super-admin/proposals/${id}/withdraw`);
    expect((await world.saveSigned(world.admin, [fee])).body.applied).toEqual(["fee_paise"]);
  });
});
