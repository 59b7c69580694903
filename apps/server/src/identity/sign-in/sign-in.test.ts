import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Payer } from "../../../test/payer.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { database } from "../../database/db.ts";

// The guarantee: a code signs in its owner once, and a session ends everywhere at once.

let world: PayoutWorld;
let anonymous: Payer;
let mobile: string;
beforeAll(async () => {
  world = await openPayoutWorld();
  anonymous = new Payer(world.app, "", "");
});
beforeEach(async () => {
  mobile = await world.newTenant();
});
afterAll(() => world.close());

const send = (to = mobile) => anonymous.post("/auth/send-otp", { mobile: to });
const verify = (otp: string, to = mobile) =>
  anonymous.post("/auth/verify-otp", { mobile: to, otp });
const codeOf = () => new Payer(world.app, mobile, "").newestCode();
const wrongCodeFor = (code: string) => (code === "000000" ? "000001" : "000000");

async function signIn() {
  await send();
  const { body } = await verify(await codeOf());
  return body.data as { access_token: string; refresh_token: string };
}

const me = (token: string) => new Payer(world.app, mobile, token).get("/auth/me");

describe("a code", () => {
  test("signs in once [25.7]", async () => {
    await send();
    const otp = await codeOf();
    const { status, body } = await verify(otp);
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ phone: mobile, role: "operator" });
    expect((await me(body.data.access_token)).status).toBe(200);
    expect((await verify(otp)).body.error.code).toBe("OTP_EXPIRED");
  });

  test("is stored only as a keyed hash", async () => {
    await send();
    const otp = await codeOf();
    const row = await database()
      .selectFrom("one_time_codes")
      .selectAll()
      .where("mobile", "=", mobile)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row.code_hmac).toHaveLength(32);
    expect(Object.values(row).map(String)).not.toContain(otp);
  });

  test("answers 400 when wrong, so the console does not sign the person out", async () => {
    await send();
    const { status, body } = await verify(wrongCodeFor(await codeOf()));
    expect([status, body.error.message]).toEqual([400, "Invalid OTP. Please try again."]);
  });

  test("allows five wrong tries and rejects the sixth even with the right code", async () => {
    await send();
    const code = await codeOf();
    for (let tries = 0; tries < 5; tries += 1) await verify(wrongCodeFor(code));
    expect((await verify(code)).body.error.code).toBe("OTP_TRIES_USED_UP");
  });

  test("counts every wrong try when 8 arrive at once", async () => {
    await send();
    const code = await codeOf();
    await Promise.all(Array.from({ length: 8 }, () => verify(wrongCodeFor(code))));
    expect((await verify(code)).body.error.code).toBe("OTP_TRIES_USED_UP");
  });

  test("expires after five minutes", async () => {
    await send();
    const otp = await codeOf();
    world.pass(5 * 60_000 + 1_000);
    expect((await verify(otp)).body.error.code).toBe("OTP_EXPIRED");
  });

  test("is replaced by the next one", async () => {
    await send();
    const first = await codeOf();
    world.pass(30_000);
    await send();
    if (first !== (await codeOf())) expect((await verify(first)).status).toBe(400);
    expect((await verify(await codeOf())).status).toBe(200);
  });

  test("is resent after 30 seconds, not before", async () => {
    expect((await send()).status).toBe(200);
    const again = await send();
    expect([again.status, again.body.error.code]).toEqual([429, "OTP_TOO_SOON"]);
    expect(again.headers["retry-after"]).toBe("30");
    world.pass(30_000);
    expect((await send()).status).toBe(200);
  });

  test("is sent once when 8 requests arrive at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  });

  test("is sent at most ten times an hour", async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await send()).status).toBe(200);
      world.pass(31_000);
    }
    const { status, body, headers } = await send();
    expect([status, body.error.code]).toEqual([429, "OTP_LIMIT_REACHED"]);
    world.pass(Number(headers["retry-after"]) * 1_000);
    expect((await send()).status).toBe(200);
  });
});

describe("a number without an account", () => {
  const unknown = "6000000001";

  test("gets the same answers but no SMS", async () => {
    const known = await send();
    const other = await send(unknown);
    expect([other.status, other.body]).toEqual([known.status, known.body]);
    expect((await send(unknown)).body.error.code).toBe("OTP_TOO_SOON");
    expect((await verify("123456", unknown)).body.error.code).toBe("OTP_INVALID");
    const messages = await anonymous.get("/sandbox/messages", { mobile: unknown });
    expect(messages.body.data).toEqual([]);
  });
});

describe("a mobile number", () => {
  test.each([
    [undefined, "Mobile number is required"],
    ["", "Mobile number is required"],
    ["5876543210", "Please enter a valid 10-digit mobile number"],
    ["98765", "Please enter a valid 10-digit mobile number"],
    ["+919876543210", "Please enter a valid 10-digit mobile number"],
  ])("%j: %s [25.6]", async (given, message) => {
    const { status, body } = await anonymous.post("/auth/send-otp", { mobile: given });
    expect([status, body.error.fields]).toEqual([400, { mobile: message }]);
  });

  test.each([
    ["", "OTP is required"],
    ["12345", "OTP must be 6 digits"],
    ["12345a", "OTP must be 6 digits"],
  ])("with the code %j: %s", async (otp, message) => {
    expect((await verify(otp)).body.error.fields).toEqual({ otp: message });
  });
});

describe("an inactive account", () => {
  test("is reported only after a correct code", async () => {
    await database()
      .updateTable("tenants")
      .set({ is_active: false })
      .where("mobile", "=", mobile)
      .execute();
    expect((await send()).status).toBe(200);
    const otp = await codeOf();
    expect((await verify(wrongCodeFor(otp))).body.error.code).toBe("OTP_INVALID");
    const { status, body } = await verify(otp);
    expect([status, body.error.code]).toEqual([403, "ACCOUNT_INACTIVE"]);
  });
});

describe("a session", () => {
  const refresh = (token: string) => anonymous.post("/auth/refresh", { refresh_token: token });

  test("an access token lasts 5 minutes and the refresh token renews it [25.8]", async () => {
    const first = await signIn();
    world.pass(5 * 60_000 + 1_000);
    expect((await me(first.access_token)).status).toBe(401);
    const { status, body } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect((await me(body.data.access_token)).status).toBe(200);
  });

  test("an access token states its lifetime, so the console can renew it in time", async () => {
    const { access_token: token } = await signIn();
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims.exp - claims.iat).toBe(5 * 60);
  });

  test("a refresh token works once, and a reused one ends the whole session [25.8]", async () => {
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).body.data;
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    expect((await me(second.access_token)).status).toBe(401);
  });

  test("two uses of one refresh token at once: one gets a pair, and the session ends", async () => {
    const { refresh_token: token } = await signIn();
    const answers = await Promise.all([refresh(token), refresh(token)]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 401]);
  });

  test("ends with logout by either token, and a second logout succeeds [25.9]", async () => {
    const first = await signIn();
    const caller = new Payer(world.app, mobile, first.access_token);
    expect((await caller.post("/auth/logout", {})).status).toBe(200);
    expect((await me(first.access_token)).status).toBe(401);
    expect((await caller.post("/auth/logout", { refresh_token: first.refresh_token })).status).toBe(
      200,
    );
    expect((await refresh(first.refresh_token)).status).toBe(401);
  });

  test("loses a removed feature at once", async () => {
    const { access_token: token } = await signIn();
    await database()
      .updateTable("tenants")
      .set({ features: [] })
      .where("mobile", "=", mobile)
      .execute();
    const { body } = await new Payer(world.app, mobile, token).post("/payouts/otp/verify", {
      mobile,
      otp: "123456",
    });
    expect(body.error.code).toBe("FEATURE_NOT_ENABLED");
  });

  test.each(["", "rubbish", "eyJhbGciOiJub25lIn0.eyJzaWQiOiJ4In0."])(
    "%j is no token",
    async (token) => {
      const { status, body } = await me(token);
      expect([status, body.error.code]).toEqual([401, "NOT_SIGNED_IN"]);
    },
  );
});
