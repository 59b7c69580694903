// The guarantee: the owner of a number learns by text that codes are being guessed, at most once in a
// day however many pauses follow, and no gateway delays or changes an answer.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, wrongCodeFor, type Browser } from "../../../test/browser.ts";
import { openSmsWorld, type SmsWorld } from "../../../test/sms-world.ts";
import { database } from "../../database/db.ts";
import { listGateways } from "../sms/list-gateways.ts";
import { readSettings } from "../settings/settings.ts";
import { afterAnswers } from "./run-after-answer.ts";

let world: SmsWorld;
let mobile: string;
let browsers = 0;
beforeAll(async () => {
  world = await openSmsWorld();
});
beforeEach(async () => {
  world.useGateways(true);
  world.msg91.clearFaults();
  world.twilio.clearFaults();
  await database().deleteFrom("settings").execute();
  mobile = await world.newPerson();
});
afterAll(() => world.close());

/** A new browser with an address of its own. */
const newBrowser = () => openBrowser(world.app, `203.0.113.${(browsers += 1)}`);

/** Requests a code. @returns the one that arrives. */
async function codeIn(browser: Browser): Promise<string> {
  expect((await browser.requestCode(mobile)).status).toBe(200);
  await afterAnswers();
  const sent = world.deliveredTo(mobile).findLast((text) => text.includes("sign-in code")) ?? "";
  return sent.slice(0, 6);
}

/** Requests a code, in a new browser by default, and enters so many wrong ones. @returns the answers' errors. */
async function guess(tries: number, browser = newBrowser()): Promise<unknown[]> {
  const code = await codeIn(browser);
  const errors: unknown[] = [];
  for (let nth = 0; nth < tries; nth += 1)
    errors.push((await browser.enterCode(mobile, wrongCodeFor(code))).error);
  await afterAnswers();
  return errors;
}

const texts = () =>
  world.deliveredTo(mobile).filter((text) => text.startsWith("10 wrong OTPs were entered"));

async function notifications() {
  const rows = await database()
    .selectFrom("notifications")
    .innerJoin("people", "people.id", "person_id")
    .select("kind")
    .where("mobile", "=", mobile)
    .execute();
  return rows.map(({ kind }) => kind);
}

test("sends the registered text with the tenth wrong code, once a day over all pauses", async () => {
  await guess(5);
  expect(await guess(4)).toEqual(Array(4).fill("OTP_INVALID"));
  expect(texts()).toEqual([]);
  await guess(1);
  expect(texts()).toEqual([
    expect.stringMatching(
      /^10 wrong OTPs were entered for your Rokad account, the last on \d\d\/\d\d\/\d{4} \d\d:\d\d\. If it was not you, contact support\.$/,
    ),
  ]);
  for (const minutes of [1, 5, 15]) {
    world.pass(minutes * 60_000);
    await guess(1);
  }
  expect(texts()).toHaveLength(1);
  world.pass(24 * 60 * 60_000);
  await guess(5);
  await guess(5);
  expect(texts()).toHaveLength(2);
});

test("sends one text in a day over the counts of all browsers", async () => {
  const own = newBrowser();
  expect((await own.enterCode(mobile, await codeIn(own))).status).toBe(200);
  const guessInOwn = async () => {
    for (let code = 0; code < 2; code += 1) {
      world.pass(31_000);
      await guess(5, own);
    }
  };
  await guessInOwn();
  expect(texts()).toHaveLength(1);
  await guess(5);
  await guess(5);
  // The right code clears the count of its browser.
  world.pass(61_000);
  expect((await own.enterCode(mobile, await codeIn(own))).status).toBe(200);
  await guessInOwn();
  expect(texts()).toHaveLength(1);
  const notices = (await notifications()).filter((kind) => kind === "codes_guessed");
  expect(notices).toHaveLength(1);
});

test("sends one text when the tries race", async () => {
  const attackers = Array.from({ length: 4 }, newBrowser);
  for (const browser of attackers) await browser.requestCode(mobile);
  await Promise.all(
    attackers.flatMap((one) => Array.from({ length: 5 }, () => one.enterCode(mobile, "000000"))),
  );
  await afterAnswers();
  expect(texts()).toHaveLength(1);
});

test("uses the second gateway when the first fails", async () => {
  await guess(5);
  await guess(4);
  const browser = newBrowser();
  await browser.requestCode(mobile);
  await afterAnswers();
  world.msg91.planFault({ kind: "status", acts: false, status: 500, body: "", headers: {} });
  await browser.enterCode(mobile, "000000");
  await afterAnswers();
  expect(world.twilio.delivered.at(-1)?.text).toContain("wrong OTPs were entered");
  expect(texts()).toHaveLength(1);
});

test("the console notifies without a text when a gateway lacks the template", async () => {
  const { codes_guessed_sms: template } = await readSettings();
  const value = JSON.stringify({ ...template, msg91_template_id: null });
  await database()
    .insertInto("settings")
    .values({ key: "codes_guessed_sms", value, updated_at: new Date() })
    .execute();
  world.useGateways(false);
  expect((await listGateways())[0]?.missing_lock_text_settings).toEqual([
    "MSG91_CODES_GUESSED_TEMPLATE_ID",
  ]);
  await guess(5);
  expect(await guess(5)).toEqual(Array(5).fill("OTP_INVALID"));
  expect(texts()).toEqual([]);
  expect(await notifications()).toEqual(["codes_guessed"]);
  expect((await listGateways())[0]?.failures_in_row).toBe(0);
});

test("a number without an account gets no text", async () => {
  mobile = world.newMobile();
  const browser = newBrowser();
  for (let code = 0; code < 2; code += 1) {
    world.pass(31_000);
    await browser.requestCode(mobile);
    for (let tries = 0; tries < 5; tries += 1) await browser.enterCode(mobile, "000000");
  }
  await afterAnswers();
  expect((await newBrowser().requestCode(mobile)).error).toBe("OTP_PAUSED");
  expect(world.deliveredTo(mobile)).toEqual([]);
});
