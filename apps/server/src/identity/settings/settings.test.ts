// The guarantee: a change takes effect at once on every server, and an unreadable money setting is
// never replaced by a guess.
import { settingKeys, type SettingKey } from "@rokad/contract/setting-rules";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../../test/caller.ts";
import { upiOrder } from "../../../test/payout-world.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
});
afterEach(() => world.resetSettings());
afterAll(() => world.close());

describe("a change on one server takes effect on another at once", () => {
  test("fee and GST apply to the next quote, and an earlier quote keeps its charges [15.2]", async () => {
    const app = await world.newServer();
    const payer = await world.payer("₹5,000");
    const server2 = callerOf(app, payer.token, () => undefined);
    const quoted = async () =>
      (
        await server2.post("/payouts/otp/send", {
          mobile: payer.mobile,
          payout: upiOrder("asha@okhdfc"),
        })
      ).body.data.quote;
    expect(await quoted()).toMatchObject({ txn_fee: { amount: 5_00 }, gst_amount: { amount: 90 } });
    const saved = await world.saveSigned(world.admin, [
      { key: "fee_paise", seen: 5_00, value: 10_00 },
      { key: "gst_percent", seen: 18, value: 12.5 },
    ]);
    await world.confirm(world.second, saved.body.proposal_id ?? "");
    // A code that was sent before the change pays the quoted charges.
    const otp = await world.codeFor(payer.mobile);
    const { body } = await server2.post("/payouts/otp/verify", { mobile: payer.mobile, otp });
    await server2.post("/payouts/initiate", { ...upiOrder("asha@okhdfc"), ...body.data });
    const { body: list } = await server2.get("/payouts");
    expect(list.data[0]).toMatchObject({ txn_fee: { amount: 5_00 }, gst_amount: { amount: 90 } });
    const { body: config } = await server2.get("/platform/config");
    expect(config.data).toMatchObject({ txn_fees: { amount: 10_00 }, gst_percent: 12.5 });
    const other = { ...upiOrder("bina@okhdfc") };
    const next = await server2.post("/payouts/otp/send", { mobile: payer.mobile, payout: other });
    expect(next.body.data.quote).toMatchObject({
      txn_fee: { amount: 10_00 },
      gst_amount: { amount: 1_25 },
    });
  });

  test("a payout cap, before a code is sent [15.3]", async () => {
    const payer = await world.payer("₹5,000");
    const server2 = callerOf(await world.newServer(), payer.token, () => undefined);
    await world.save("upi_payout_paise_max", 5_00_000_00, 50_00);
    const order = { ...upiOrder("asha@okhdfc"), amount: 51 };
    const { status, body } = await server2.post("/payouts/otp/send", {
      mobile: payer.mobile,
      payout: order,
    });
    expect([status, body.error.code]).toEqual([422, "AMOUNT_ABOVE_CAP"]);
    expect(body.error.message).toBe("UPI payouts can be at most ₹50 each");
  });

  test("the length of a session and the codes per hour [15.5]", async () => {
    const server2 = callerOf(await world.newServer(), undefined, () => undefined);
    await world.save("session_days", 30, 3);
    const { id } = await world.retailer();
    const { expires_at: end, created_at: start } = await database()
      .selectFrom("sessions")
      .select(["expires_at", "created_at"])
      .where("person_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(Math.round((end.getTime() - start.getTime()) / 3_600_000)).toBe(72);
    await world.save("sign_in_codes_per_hour", 10, 1);
    const mobile = world.newMobile();
    expect((await server2.post("/auth/send-otp", { mobile })).status).toBe(200);
    await world.at(new Date(Date.now() + 31_000).toISOString(), async () => {
      const { status, body } = await server2.post("/auth/send-otp", { mobile });
      expect([status, body.error.code]).toEqual([429, "OTP_LIMIT_REACHED"]);
    });
  });
});

describe("an unreadable stored value", () => {
  const storeValue = (key: SettingKey, value: unknown) =>
    database()
      .insertInto("settings")
      .values({ key, value: JSON.stringify(value), updated_at: now() })
      .execute();

  test("of a money setting fails only what needs it, is shown and can be corrected [15.9]", async () => {
    const payer = await world.payer("₹5,000");
    await storeValue("fee_paise", "five");
    const answer = await payer.post("/payouts/otp/send", {
      mobile: payer.mobile,
      payout: upiOrder("asha@okhdfc"),
    });
    expect([answer.status, answer.body.error.code]).toEqual([503, "SETTING_UNREADABLE"]);
    expect((await payer.get("/platform/config")).status).toBe(503);
    expect((await payer.get("/wallet/balance")).status).toBe(200);
    expect((await world.signIn(payer.mobile)).token).toBeTruthy();
    expect(await world.settingOf("fee_paise")).toMatchObject({
      value: "five",
      default: 5_00,
      problem: "Enter a fee from ₹0 to ₹1,000",
    });
    expect((await world.save("fee_paise", "five", 6_00)).status).toBe(200);
    expect((await payer.get("/platform/config")).body.data.txn_fees.amount).toBe(6_00);
  });

  test("of sessions or codes falls back to its default, so a super admin can correct it", async () => {
    await storeValue("session_days", -1);
    await storeValue("sign_in_codes_per_hour", null);
    await storeValue("code_calls_per_address_per_hour", "many");
    expect((await world.signIn(world.admin.mobile)).token).toBeTruthy();
    expect((await world.settingOf("session_days")).problem).toMatch(/1 to 90/);
  });

  test("of an unknown key is ignored", async () => {
    await database()
      .insertInto("settings")
      .values({ key: "of_a_newer_version", value: "1", updated_at: now() })
      .execute();
    expect((await world.retailer()).token).toBeTruthy();
    const { body } = await world.admin.get("/super-admin/settings");
    expect(body.data.map(({ key }) => key)).toEqual([...settingKeys]);
  });
});
