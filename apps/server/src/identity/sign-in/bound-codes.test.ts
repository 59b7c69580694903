// The guarantee: a code works only in the browser that requested it, and wrong tries for a number add
// up over all codes, without a person's own browser waiting for a stranger's.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser, wrongCodeFor, type Browser } from "../../../test/browser.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";
import { createSuperAdmin } from "../people/create-super-admin.ts";
import { afterAnswers } from "./run-after-answer.ts";

let world: PayoutWorld;
let mobile: string;
let browser: Browser;
let addresses = 0;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Kabir Rao" });
  browser = newBrowser();
});
afterAll(() => world.close());

const newBrowser = () => openBrowser(world.app, `198.51.100.${(addresses += 1)}`);
const code = () => world.codeFor(mobile);

/** Enters five wrong codes for a new code. @returns the error codes. */
async function guess(by: Browser): Promise<unknown[]> {
  world.pass(31_000);
  await by.requestCode(mobile);
  const wrong = wrongCodeFor(await code());
  const tries = [];
  for (let time = 0; time < 5; time += 1) tries.push((await by.enterCode(mobile, wrong)).error);
  return tries;
}

async function signIn(by: Browser): Promise<number> {
  world.pass(31_000);
  await by.requestCode(mobile);
  return (await by.enterCode(mobile, await code())).status;
}

describe("the cookie of a browser", () => {
  test("is hidden from scripts and other sites, and goes to sign-in calls only", async () => {
    const { headers } = await browser.requestCode(mobile);
    expect(headers["set-cookie"]).toMatch(
      /^rokad_browser=[\w-]{43}; Path=\/api\/v1\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
  });

  test("stays the same, and is stored only as a keyed hash", async () => {
    expect(await signIn(browser)).toBe(200);
    const first = browser.cookie();
    expect(await signIn(browser)).toBe(200);
    expect(browser.cookie()).toBe(first);
    const secret = first?.split("=")[1] ?? "";
    const rows = await database().selectFrom("one_time_codes").selectAll().execute();
    const known = await database().selectFrom("known_browsers").selectAll().execute();
    expect(rows[0]?.bound_to).toHaveLength(32);
    const bytes = [Buffer.from(secret), Buffer.from(secret, "base64url")];
    for (const hash of [
      ...rows.map((row) => row.bound_to),
      ...known.map((row) => row.browser_hash),
    ])
      expect(bytes.some((plain) => hash?.equals(plain))).toBe(false);
  });

  test.each(["", "rokad_browser=short", "rokad_browser=%00", "other=1; rokad_browserx=y"])(
    "%j is none: the code of another browser does not open",
    async (cookie) => {
      await browser.requestCode(mobile);
      const answer = await world.app.inject({
        method: "POST",
        url: "/api/v1/auth/verify-otp",
        headers: { cookie },
        payload: { mobile, otp: await code() },
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, "OTP_INVALID"]);
    },
  );
});

describe("each browser", () => {
  test("has its own newest code for a number", async () => {
    const other = newBrowser();
    await browser.requestCode(mobile);
    const first = await code();
    await other.requestCode(mobile);
    const second = await code();
    expect((await other.enterCode(mobile, second)).status).toBe(200);
    expect((await browser.enterCode(mobile, first)).status).toBe(200);
  });

  test("in its two tabs requests one code, and either tab signs in with it once", async () => {
    const answers = await Promise.all([browser.requestCode(mobile), browser.requestCode(mobile)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const otp = await code();
    const signIns = await Promise.all([
      browser.enterCode(mobile, otp),
      browser.enterCode(mobile, otp),
    ]);
    expect(signIns.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});

test("a browser whose first answer was lost gets a code of its own 5 seconds later", async () => {
  const address = "192.0.2.1";
  await openBrowser(world.app, address).requestCode(mobile);
  await code();
  const again = openBrowser(world.app, address);
  // The code that was sent opens nothing here.
  expect((await again.requestCode(mobile)).error).toBe("TOO_MANY_REQUESTS");
  world.pass(5_000);
  expect((await again.requestCode(mobile)).status).toBe(200);
  expect((await again.enterCode(mobile, await code())).status).toBe(200);
});

test("a code that is bound to no browser opens nothing", async () => {
  await browser.requestCode(mobile);
  await database()
    .updateTable("one_time_codes")
    .set({ bound_to: null, network: null })
    .where("mobile", "=", mobile)
    .execute();
  expect((await browser.enterCode(mobile, await code())).error).toBe("OTP_INVALID");
});

describe("wrong tries of new browsers", () => {
  test("add up over codes: after the tenth, each is followed by a longer pause", async () => {
    await guess(newBrowser());
    expect((await guess(newBrowser())).at(-1)).toBe("OTP_INVALID");
    const waits: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const refused = await newBrowser().requestCode(mobile);
      expect([refused.status, refused.error]).toEqual([429, "OTP_PAUSED"]);
      expect(refused.body.error.message).toMatch(
        /^Too many wrong OTPs for this number\. Wait \d+ minutes?, or use a browser that signed in before\.$/,
      );
      waits.push(Math.round(Number(refused.headers["retry-after"]) / 60));
      world.pass(Number(refused.headers["retry-after"]) * 1_000);
      const next = newBrowser();
      await next.requestCode(mobile);
      await next.enterCode(mobile, wrongCodeFor(await code()));
    }
    expect(waits).toEqual([1, 5, 15, 60, 60]);
    world.pass(24 * 60 * 60_000);
    expect(await signIn(newBrowser())).toBe(200);
  });

  test("count in parallel over several codes", async () => {
    const attackers = Array.from({ length: 6 }, newBrowser);
    for (const one of attackers) await one.requestCode(mobile);
    const answers = await Promise.all(
      attackers.flatMap((one) => Array.from({ length: 5 }, () => one.enterCode(mobile, "000000"))),
    );
    const times = (error: string) => answers.filter((answer) => answer.error === error).length;
    expect([times("OTP_INVALID"), times("OTP_PAUSED")]).toEqual([10, 20]);
  });

  test("notify the owner once a day, in the console and the audit log", async () => {
    for (let time = 0; time < 2; time += 1) await guess(newBrowser());
    world.pass(61_000);
    await guess(newBrowser());
    await afterAnswers();
    const { id } = await database()
      .selectFrom("people")
      .select("id")
      .where("mobile", "=", mobile)
      .executeTakeFirstOrThrow();
    const notifications = await database()
      .selectFrom("notifications")
      .select("kind")
      .where("person_id", "=", id)
      .execute();
    expect(notifications).toEqual([{ kind: "codes_guessed" }]);
    const lines = await database()
      .selectFrom("audit_log")
      .select(["actor_id", "after"])
      .where("act", "=", "sign_in.paused")
      .where("subject_id", "=", id)
      .execute();
    const after = { purpose: "sign_in", wrong_otps: 10, browser: "new" };
    expect(lines).toEqual([{ actor_id: null, after }]);
  });

  test("are treated alike for a number without an account", async () => {
    mobile = world.newMobile();
    for (let time = 0; time < 2; time += 1) {
      const one = newBrowser();
      await one.requestCode(mobile);
      for (let tries = 0; tries < 5; tries += 1) await one.enterCode(mobile, "000000");
    }
    expect((await newBrowser().requestCode(mobile)).error).toBe("OTP_PAUSED");
  });
});

describe("a known browser", () => {
  test("has its own count, which its right code clears, and never the strangers'", async () => {
    expect(await signIn(browser)).toBe(200);
    for (let time = 0; time < 2; time += 1) await guess(newBrowser());
    expect(await signIn(browser)).toBe(200);
    expect((await newBrowser().requestCode(mobile)).error).toBe("OTP_PAUSED");
    await guess(browser);
    expect(await signIn(browser)).toBe(200);
    await guess(browser);
    expect((await guess(browser)).at(-1)).toBe("OTP_INVALID");
    world.pass(31_000);
    const paused = await browser.requestCode(mobile);
    expect(paused.error).toBe("OTP_PAUSED");
    // It is itself the browser that signed in before.
    expect(paused.body.error.message).toMatch(
      /^Too many wrong OTPs for this number\. Wait \d+ minutes?\.$/,
    );
  });

  test("of another number is a new browser for this one", async () => {
    expect(await signIn(browser)).toBe(200);
    mobile = world.newMobile();
    await createSuperAdmin({ mobile, name: "Meera Iyer" });
    for (let time = 0; time < 2; time += 1) await guess(newBrowser());
    world.pass(31_000);
    expect((await browser.requestCode(mobile)).error).toBe("OTP_PAUSED");
  });
});

describe("the status of a code", () => {
  test("changes at a multiple of 5 seconds only, and only for its browser", async () => {
    await browser.requestCode(mobile);
    await afterAnswers();
    const { created_at: created } = await database()
      .selectFrom("one_time_codes")
      .select("created_at")
      .where("mobile", "=", mobile)
      .executeTakeFirstOrThrow();
    const at = new Date(created.getTime() + 10_000);
    await database()
      .updateTable("one_time_codes")
      .set({ withdrawn_at: at })
      .where("mobile", "=", mobile)
      .execute();
    const delivery = async (by: Browser) => (await by.delivery(mobile)).body.data.delivery;
    expect(await delivery(browser)).toBe("sent");
    expect((await browser.requestCode(mobile)).error).toBe("OTP_TOO_SOON");
    world.pass(10_000);
    expect(await delivery(browser)).toBe("not_sent");
    expect(await delivery(newBrowser())).toBe("sent");
    expect((await browser.requestCode(mobile)).status).toBe(200);
    expect(await delivery(browser)).toBe("sent");
  });

  test.each([
    ["", "Mobile number is required"],
    ["12", "Please enter a valid 10-digit mobile number"],
  ])("of the number %j: %s", async (given, message) => {
    const { status, body } = await browser.delivery(given);
    expect([status, body.error.fields]).toEqual([400, { mobile: message }]);
  });
});
