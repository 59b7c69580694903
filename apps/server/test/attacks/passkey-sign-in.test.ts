// Attacks on the sign-in with a passkey, and on adding one. Each fails.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { inviteMember, listTeam } from "@rokad/contract/team";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { openBrowser, type Browser } from "../browser.ts";
import { askedIn, givePasskey, proofOf, type Asked } from "../passkey-steps.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";
import { injectedAddress, processKey } from "../session-key.ts";
import type { SignedIn } from "../signed-in.ts";
import {
  createPasskey,
  type AnswerChange,
  type SoftwarePasskey,
} from "../software-authenticator.ts";
import { impsOrder } from "../forms.ts";

let world: PayoutWorld;
let tenant: SignedIn;
let passkey: SoftwarePasskey;
let browser: Browser;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  tenant = await world.operator({ wallet: "₹10,000" });
  passkey = await givePasskey(tenant);
  browser = openBrowser(world.app, "198.51.100.7");
});
afterAll(() => world.close());

const signInPath = "/auth/passkeys/sign-in";

async function begin(by = browser): Promise<Asked> {
  const { status, body } = await by.post(`${signInPath}/begin`, {});
  expect(status).toBe(200);
  return body.data;
}

function answer(asked: Asked, change?: AnswerChange, by = browser, own = passkey) {
  return by.post(signInPath, { id: asked.id, credential: own.get(asked.options, change) });
}

async function refusalOf(asked: Asked, change?: AnswerChange, by = browser, own = passkey) {
  const { status, error } = await answer(asked, change, by, own);
  return [status, error];
}
const refused = [400, "PASSKEY_REFUSED"];

test("signs in without a number or a text, in a session bound to the browser's key", async () => {
  const asked = await begin();
  const key = await processKey();
  const response = await world.app.inject({
    method: "POST",
    url: `/api/v1${signInPath}`,
    headers: {
      cookie: browser.cookie() ?? "",
      dpop: await key.proof(injectedAddress(signInPath), {
        iat: Math.floor((await world.afterSeconds(0, async () => Date.now())) / 1000),
      }),
    },
    payload: { id: asked.id, credential: passkey.get(asked.options) },
  });
  expect(response.statusCode).toBe(200);
  const { data } = response.json();
  expect(data.user.id).toBe(tenant.id);
  const session = await database()
    .selectFrom("sessions")
    .select(["key_thumbprint", "person_id"])
    .where("person_id", "=", tenant.id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  expect(session).toEqual({ key_thumbprint: key.thumbprint, person_id: tenant.id });
});

describe("a sign-in with a passkey", () => {
  test("accepts no invitation, and names the open ones, as a code does", async () => {
    const owner = await world.operator();
    const body = { name: "Accountant", mobile: tenant.mobile, roles: ["viewer" as const] };
    await owner.ask(inviteMember, { body });
    const signedIn = await answer(await begin());
    expect(signedIn.body.data.invitations).toMatchObject([
      { tenant: owner.name, roles: ["viewer"] },
    ]);
    const { data } = await owner.ask(listTeam, {});
    expect([data.members.length, data.invitations.length]).toEqual([1, 1]);
  });

  test("tells nothing about a number: challenges name neither people nor passkeys", async () => {
    const { options } = await begin();
    expect(Object.keys(options).toSorted()).toEqual([
      "challenge",
      "rpId",
      "timeout",
      "userVerification",
    ]);
    // A passkey that nobody here has gets the same error as a wrong answer of one that exists.
    const unknownPasskey = createPasskey();
    const unknown = await answer(await begin(), {}, browser, unknownPasskey);
    const wrong = await answer(await begin(), { signedBy: unknownPasskey });
    expect([unknown.status, unknown.error]).toEqual(refused);
    expect({ ...unknown.body.error, request_id: "" }).toEqual({
      ...wrong.body.error,
      request_id: "",
    });
  });

  test("works only in the browser that asked for the challenge", async () => {
    const asked = await begin();
    const thief = openBrowser(world.app, "203.0.113.9");
    await begin(thief);
    expect(await refusalOf(asked, {}, thief)).toEqual(refused);
    expect((await answer(asked)).status).toBe(200);
  });

  test("needs the cookie", async () => {
    const asked = await begin();
    expect(await refusalOf(asked, {}, openBrowser(world.app))).toEqual(refused);
  });

  test("can't be repeated, nor twice at once", async () => {
    const asked = await begin();
    const credential = passkey.get(asked.options);
    const send = () => browser.post(signInPath, { id: asked.id, credential });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect((await send()).error).toBe("PASSKEY_REFUSED");
  });

  test.each<[string, AnswerChange]>([
    ["from another origin", { origin: "https://rokad.example" }],
    ["for another RP id", { rpId: "rokad.example" }],
    ["without user verification", { flags: 1 }],
    ["with another person's handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["signed by another key", { signedBy: createPasskey() }],
    ["to another challenge", { challenge: "B".repeat(43) }],
  ])("%s is refused and recorded", async (_, change) => {
    expect(await refusalOf(await begin(), change)).toEqual(refused);
    const row = await database()
      .selectFrom("audit_log")
      .select(["reason", "subject_id"])
      .where("act", "=", "sign_in.failed")
      .orderBy("seq", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ reason: "Passkey refused", subject_id: tenant.id });
  });

  test("is refused after 5 minutes", async () => {
    const asked = await begin();
    world.pass(5 * 60_000 + 1_000);
    expect(await refusalOf(asked)).toEqual(refused);
  });

  test("never confirms an act, and an act's answer never signs in", async () => {
    const mine = openBrowser(world.app);
    const signIn = await begin(mine);
    const act = askedIn(
      await tenant.post(
        "/payouts/otp/send",
        { mobile: tenant.mobile, payout: impsOrder() },
        { withPasskey: true },
      ),
    );
    const confirmed = await tenant.post("/auth/passkeys/confirm", {
      id: signIn.id,
      credential: passkey.get(signIn.options),
    });
    expect(confirmed.body.error.code).toBe("PASSKEY_REFUSED");
    expect(await refusalOf(act, {}, mine)).toEqual(refused);
    expect(await refusalOf({ ...signIn, options: act.options }, {}, mine)).toEqual(refused);
  });

  test("of a deactivated tenant is refused", async () => {
    await database()
      .updateTable("tenants")
      .set({ is_active: false })
      .where("id", "=", tenant.id)
      .execute();
    expect(await refusalOf(await begin())).toEqual([403, "ACCOUNT_INACTIVE"]);
  });

  test("is off where the setting says so, and codes work", async () => {
    const asked = await begin();
    await database()
      .insertInto("settings")
      .values({ key: "passkey_sign_in", value: '"off"', updated_at: new Date() })
      .execute();
    expect(await refusalOf(asked)).toEqual([422, "PASSKEYS_OFF"]);
    expect((await browser.post(`${signInPath}/begin`, {})).error).toBe("PASSKEYS_OFF");
    world.pass(31_000);
    await browser.requestCode(tenant.mobile);
    const code = await world.codeFor(tenant.mobile);
    expect((await browser.enterCode(tenant.mobile, code)).status).toBe(200);
    await database().deleteFrom("settings").where("key", "=", "passkey_sign_in").execute();
  });

  test("is limited for each network together with the codes", async () => {
    await database()
      .insertInto("settings")
      .values({ key: "code_calls_per_address_per_hour", value: "5", updated_at: new Date() })
      .execute();
    const other = openBrowser(world.app, "198.51.100.200");
    const answers = [];
    for (let time = 0; time < 6; time += 1)
      answers.push((await other.post(`${signInPath}/begin`, {})).error);
    expect(answers).toEqual([...Array.from({ length: 5 }), "TOO_MANY_REQUESTS"]);
    await database()
      .deleteFrom("settings")
      .where("key", "=", "code_calls_per_address_per_hour")
      .execute();
  });
});

describe("adding a passkey with a stolen session", () => {
  const beginOwn = (signature?: string | null) =>
    tenant.post("/auth/passkeys/begin", undefined, { signature });
  const askedId = async () => (await beginOwn(null)).body.error.step_up?.id ?? "";

  test("needs a signature of this, not a code of another purpose", async () => {
    world.pass(31_000);
    const id = await askedId();
    await tenant.post("/payouts/otp/send", { mobile: tenant.mobile, payout: impsOrder() });
    const otp = await world.codeFor(tenant.mobile);
    const verified = await tenant.post("/auth/step-up/verify", { id, otp });
    expect(verified.body.error.code).toBe("OTP_INVALID");
  });

  test("is refused to another session with the first one's challenge", async () => {
    const { data } = (await beginOwn()).body;
    const thief = await world.operator();
    const credential = createPasskey().create(data.options);
    const stolen = await thief.post("/auth/passkeys", { id: data.id, name: "Mine", credential });
    expect([stolen.status, stolen.body.error.code]).toEqual(refused);
  });

  test("can be confirmed by another passkey instead, once", async () => {
    const id = await askedId();
    const asked = askedIn(await tenant.post("/auth/step-up", { id }, { withPasskey: true }));
    const otp = await proofOf(tenant, passkey, asked);
    const { token } = (await tenant.post("/auth/step-up/verify", { id, otp })).body.data;
    const { data } = (await beginOwn(token)).body;
    expect((await beginOwn(token)).body.error.code).toBe("STEP_UP_REQUIRED");
    const credential = createPasskey().create(data.options);
    const added = await tenant.post("/auth/passkeys", { id: data.id, name: "Key", credential });
    expect([added.status, added.body.data.name]).toEqual([201, "Key"]);
    const again = await tenant.post("/auth/passkeys", { id: data.id, name: "Key", credential });
    expect(again.body.error.code).toBe("PASSKEY_REFUSED");
  });
});
