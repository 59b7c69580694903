// Attacks on the sign-in of another person's number (findings M2 and M3). Each fails now.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { database } from "../../src/database/db.ts";
import { openBrowser, wrongCodeFor, type Browser } from "../browser.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";

let world: PayoutWorld;
let mobile: string;
let owner: Browser;
let attackers = 0;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Kabir Rao" });
  owner = openBrowser(world.app, "198.51.100.7");
});
afterAll(() => world.close());

const hourMs = 60 * 60_000;
const nextAddress = () => `203.0.${Math.floor((attackers += 1) / 250)}.${(attackers % 250) + 1}`;
const attacker = (address = nextAddress()) => openBrowser(world.app, address);

async function signIn(browser: Browser) {
  expect((await browser.requestCode(mobile)).status).toBe(200);
  return browser.enterCode(mobile, await world.codeFor(mobile));
}

describe("burning an owner's code", () => {
  test("ten wrong codes of a stranger leave the owner's code valid", async () => {
    await owner.requestCode(mobile);
    const code = await world.codeFor(mobile);
    const other = attacker();
    for (let tries = 0; tries < 10; tries += 1)
      expect((await other.enterCode(mobile, wrongCodeFor(code))).status).toBe(400);
    expect((await owner.enterCode(mobile, code)).status).toBe(200);
  });

  test("a stranger's request does not replace the owner's code", async () => {
    await owner.requestCode(mobile);
    const code = await world.codeFor(mobile);
    world.pass(31_000);
    expect((await attacker().requestCode(mobile)).status).toBe(200);
    expect((await owner.enterCode(mobile, code)).status).toBe(200);
  });

  test("the owner's code opens no other browser", async () => {
    await owner.requestCode(mobile);
    expect((await attacker().enterCode(mobile, await world.codeFor(mobile))).error).toBe(
      "OTP_INVALID",
    );
  });
});

describe("locking an owner out", () => {
  test("ten requests of a stranger leave the owner's browser its own", async () => {
    const other = attacker();
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await other.requestCode(mobile)).status).toBe(200);
      world.pass(31_000);
    }
    expect((await other.requestCode(mobile)).error).toBe("OTP_LIMIT_REACHED");
    expect((await signIn(owner)).status).toBe(200);
  });

  test("a stranger with many addresses fills the number's cap, and a known browser passes", async () => {
    expect((await signIn(owner)).status).toBe(200);
    const answers = [];
    for (let sent = 0; sent < 30; sent += 1) answers.push(await attacker().requestCode(mobile));
    // The owner's first code, from a new browser, was the twentieth.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(answers.at(-1)?.error).toBe("OTP_LIMIT_REACHED");
    world.pass(31_000);
    expect((await signIn(owner)).status).toBe(200);
  });

  test("guessing pauses new browsers only, and a known browser passes", async () => {
    expect((await signIn(owner)).status).toBe(200);
    await guess(20);
    expect((await attacker().requestCode(mobile)).error).toBe("OTP_PAUSED");
    world.pass(31_000);
    expect((await signIn(owner)).status).toBe(200);
    expect((await attacker().requestCode(mobile)).error).toBe("OTP_PAUSED");
  });
});

describe("guessing over many codes and addresses", () => {
  test("gets at most 61 comparisons in two days, parallel ones included", async () => {
    let compared = 0;
    for (let time = 0; time < 48 * 4; time += 1) {
      compared += await guess(2);
      world.pass(hourMs / 4);
    }
    expect(compared).toBeGreaterThan(10);
    // Ten at once, three after shorter pauses, then one an hour.
    expect(compared).toBeLessThanOrEqual(10 + 3 + 48);
  });

  test("gets no more with a new address in the same IPv6 network each time", async () => {
    const address = (nth: number) => `2001:db8:7:1:${nth.toString(16)}::1`;
    const answers = [];
    for (let sent = 0; sent < 15; sent += 1) {
      answers.push(await attacker(address(sent)).requestCode(mobile));
      world.pass(31_000);
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await attacker("2001:db8:7:2::1").requestCode(mobile)).status).toBe(200);
  });

  test("and hopping inside an IPv6 network does not pass the limit of an address", async () => {
    await database()
      .insertInto("settings")
      .values({ key: "code_calls_per_address_per_hour", value: "20", updated_at: new Date() })
      .execute();
    const answers = [];
    for (let nth = 0; nth < 25; nth += 1) {
      const address = `2001:db8:8:1::${nth.toString(16)}`;
      answers.push(await attacker(address).enterCode(world.newMobile(), "123456"));
    }
    expect(answers.filter(({ error }) => error === "TOO_MANY_REQUESTS")).toHaveLength(5);
    await database().deleteFrom("settings").execute();
  });
});

/** Requests so many codes from new browsers and tries five wrong codes on each, in parallel. */
async function guess(codes: number): Promise<number> {
  let compared = 0;
  for (let nth = 0; nth < codes; nth += 1) {
    const browser = attacker();
    if ((await browser.requestCode(mobile)).status !== 200) continue;
    const wrong = wrongCodeFor(await world.codeFor(mobile));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => browser.enterCode(mobile, wrong, nextAddress())),
    );
    compared += answers.filter(({ error }) => error === "OTP_INVALID").length;
  }
  return compared;
}
