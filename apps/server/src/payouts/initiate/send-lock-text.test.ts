// The guarantee: a person whose payouts are locked gets a text about it, through any gateway that can
// send it, and no gateway changes or delays the answer to the wrong code.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Payer } from "../../../test/payer.ts";
import { impsOrder } from "../../../test/payout-world.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import { openSmsWorld, type SmsWorld } from "../../../test/sms-world.ts";
import { database } from "../../database/db.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { listGateways } from "../../identity/sms/list-gateways.ts";

let world: SmsWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openSmsWorld();
  payer = world.payer;
});
beforeEach(async () => {
  world.useGateways(true);
  world.msg91.clearFaults();
  world.twilio.clearFaults();
  await database().deleteFrom("payout_code_guesses").execute();
  await database().deleteFrom("one_time_codes").execute();
  await database().deleteFrom("settings").execute();
});
afterAll(() => world.close());

/** Enters ten wrong codes, as two orders in turn. @returns the answers' error codes. */
async function lockPayouts(): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (let at = 0; at < 10; at += 1) {
    if (at % 5 === 0) {
      const payout = impsOrder({ amount: 100 + at });
      await payer.post("/payouts/otp/send", { mobile: payer.mobile, payout });
    }
    const body = { mobile: payer.mobile, otp: `00000${at}` };
    codes.push((await payer.post("/payouts/otp/verify", body)).body.error.code);
  }
  return codes;
}

const lockTexts = () =>
  world.deliveredTo(payer.mobile).filter((text) => text.startsWith("Payouts of your"));
const deadJobs = () =>
  database()
    .selectFrom("background_jobs")
    .select(["kind", "status"])
    .where("status", "<>", "done")
    .execute();

test("sends the registered text with the end of the lock, once", async () => {
  const before = lockTexts().length;
  expect(await lockPayouts()).toEqual(Array(10).fill("OTP_INVALID"));
  expect(lockTexts()).toHaveLength(before);
  await runDueJobs();
  await runDueJobs();
  expect(lockTexts().slice(before)).toEqual([
    expect.stringMatching(
      /^Payouts of your Rokad account are locked until \d\d\/\d\d\/\d{4} \d\d:\d\d after 10 wrong OTPs\. If it was not you, contact support\.$/,
    ),
  ]);
});

test("uses the second gateway when the first fails", async () => {
  const before = lockTexts().length;
  await lockPayouts();
  world.msg91.planFault({ kind: "status", acts: false, status: 500, body: "", headers: {} });
  await runDueJobs();
  expect(lockTexts()).toHaveLength(before + 1);
  expect(world.twilio.delivered.at(-1)?.text).toContain("are locked until");
});

test("ends without a retry when no gateway sends it, and the answers stay the same", async () => {
  const before = lockTexts().length;
  expect(await lockPayouts()).toEqual(Array(10).fill("OTP_INVALID"));
  await world.msg91.down();
  await world.twilio.down();
  try {
    await runDueJobs();
  } finally {
    await world.msg91.up();
    await world.twilio.up();
  }
  expect(lockTexts()).toHaveLength(before);
  expect(await deadJobs()).toEqual([]);
});

test("is not sent through a gateway without its template, which the settings say", async () => {
  const before = lockTexts().length;
  const { payout_lock_sms: template } = await readSettings();
  const value = JSON.stringify({ ...template, msg91_template_id: null });
  const row = { key: "payout_lock_sms", value, updated_at: new Date() };
  await database().insertInto("settings").values(row).execute();
  const [first] = await listGateways();
  expect(first).toMatchObject({
    name: "msg91",
    missing_settings: [],
    missing_lock_text_settings: ["MSG91_PAYOUT_LOCK_TEMPLATE_ID"],
  });
  await lockPayouts();
  world.useGateways(false);
  await runDueJobs();
  expect(lockTexts()).toHaveLength(before);
  expect((await listGateways())[0]?.failures_in_row).toBe(0);
  expect(await deadJobs()).toEqual([]);
});

test("is not sent after the lock has ended", async () => {
  const before = lockTexts().length;
  await lockPayouts();
  await database()
    .updateTable("payout_code_guesses")
    .set({ locked_until: new Date(Date.now() - 1_000) })
    .execute();
  await runDueJobs();
  expect(lockTexts()).toHaveLength(before);
});
