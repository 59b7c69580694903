// The guarantee: a signature is valid for its person, session and content, and once. Each test
// signs as the console does: 403, code, token, and the request again.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallResult } from "../../../test/caller.ts";
import { creditRow, statementsOf } from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

let world: World;
let admin: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
});
afterAll(() => world.close());

const unsigned = { signature: null };
const stepUpOf = ({ status, body }: CallResult) => {
  expect([status, body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
  return body.error.step_up ?? { id: "", summary: "" };
};

/** Signs what the refused request asks for, with the code of a text. @returns the token. */
async function sign(refused: CallResult, by = admin): Promise<string> {
  const { id } = stepUpOf(refused);
  expect((await by.post("/auth/step-up", { id })).status).toBe(200);
  const otp = await world.codeFor(by.mobile);
  const { body } = await by.post("/auth/step-up/verify", { id, otp });
  return body.data.token;
}

async function deposits(count: number, rupees = 500) {
  const tenant = await world.operator({ name: "Demo Traders" });
  const account = await world.approvedAccount(tenant);
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1)
    ids.push((await world.requestDeposit(tenant, rupees, account))._id);
  return { tenant, ids, first: ids[0] ?? "" };
}

const approve = (id: string, signature: string | null, body: object = {}, by = admin) =>
  by.post(`/super-admin/deposits/${id}/approve`, body, { signature });
const approveAll = (ids: readonly string[], signature: string | null, by = admin) =>
  by.post("/super-admin/deposits/approve", { ids }, { signature });

describe("a signature of one request", () => {
  test("says in words what it signs, and lets exactly this request through once", async () => {
    const { tenant, first } = await deposits(1, 4_99_000);
    const refused = await approve(first, null);
    expect(stepUpOf(refused).summary).toBe("Approve deposit of ₹4,99,000.00 from Demo Traders");
    const token = await sign(refused);
    expect((await approve(first, token)).status).toBe(200);
    expect(await tenant.balance()).toBe(4_99_000_00);
    stepUpOf(await approve(first, token));
  });

  test("is refused for a content in which one digit changed", async () => {
    const { tenant, ids, first } = await deposits(2);
    const stated = { received_amount: 501, amount_reason: "Charges" };
    const token = await sign(await approve(first, null, stated));
    stepUpOf(await approve(first, token, { ...stated, received_amount: 901 }));
    stepUpOf(await approve(first, token, { ...stated, note: "Checked" }));
    stepUpOf(await approve(ids[1] ?? "", token, stated));
    stepUpOf(await approveAll([first], token));
    expect(await tenant.balance()).toBe(0);
    expect((await approve(first, token, stated)).status).toBe(200);
    expect(await tenant.balance()).toBe(501_00);
  });

  test("is refused in another session of the same person, and for another person", async () => {
    const { tenant, first } = await deposits(1);
    const other = await world.newSuperAdmin("Kabir Rao");
    const again = await world.signIn(other.mobile);
    const refused = await approve(first, null, {}, other);
    const { id } = stepUpOf(refused);
    for (const by of [again, admin]) {
      expect((await by.post("/auth/step-up", { id })).status).toBe(404);
      expect((await by.post("/auth/step-up/verify", { id, otp: "000000" })).status).toBe(404);
    }
    const token = await sign(refused, other);
    stepUpOf(await approve(first, token, {}, again));
    stepUpOf(await approve(first, token));
    expect(await tenant.balance()).toBe(0);
  });

  test("approves once when the same signed request arrives 8 times", async () => {
    const { tenant, first } = await deposits(1);
    const token = await sign(await approve(first, null));
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(first, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(403)]);
    expect(await tenant.balance()).toBe(500_00);
  });

  test("expires 5 minutes after its code", async () => {
    const { first } = await deposits(1);
    const token = await sign(await approve(first, null));
    await sql`update signatures set expires_at = expires_at - interval '301 seconds'`.execute(
      database(),
    );
    stepUpOf(await approve(first, token));
  });

  test("signs the same request again after a refusal that changed nothing", async () => {
    const tenant = await world.operator();
    const account = await world.approvedAccount(tenant);
    const deposit = await world.requestDeposit(tenant, 500, account);
    const token = await sign(await approve(deposit._id, null));
    await admin.post(`/super-admin/bank-accounts/${account}/revoke`, { reason: "Closed" });
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, body } = await approve(deposit._id, token);
      expect([status, body.error.code]).toEqual([409, "BANK_ACCOUNT_REVOKED"]);
    }
  });

  test("is not asked for again when the act already happened under its idempotency key", async () => {
    const key = newId();
    const form = {
      name: "Demo Kirana",
      phone: world.newMobile(),
      password: "Correct-horse-9",
      role: "retailer",
      features: [],
      allowed_providers: ["primary"],
    };
    const create = (signature: string | null) =>
      admin.post("/super-admin/tenants", form, { key, signature });
    const refused = await create(null);
    expect(stepUpOf(refused).summary).toBe(
      `Create tenant Demo Kirana with mobile number ${form.phone}`,
    );
    const created = await create(await sign(refused));
    const repeated = await create(null);
    expect([repeated.status, repeated.body.data]).toEqual([201, created.body.data]);
    const other = await admin.post(
      "/super-admin/tenants",
      { ...form, name: "Other" },
      { key, ...unsigned },
    );
    expect(other.body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("is asked for when a tenant is activated, not when one is deactivated", async () => {
    const tenant = await world.retailer({ name: "Demo Fashions" });
    const set = (isActive: boolean) =>
      admin.patch(`/super-admin/tenants/${tenant.id}/status`, { isActive }, unsigned);
    expect((await set(false)).status).toBe(200);
    expect(stepUpOf(await set(true)).summary).toBe("Activate tenant Demo Fashions");
  });
});

describe("a signature of a batch", () => {
  test("covers exactly its items, each once, also when some fail and are repeated", async () => {
    const { tenant, ids } = await deposits(4);
    const [a = "", b = "", c = "", outside = ""] = ids;
    const refused = await approveAll([a, b, c], null);
    expect(stepUpOf(refused).summary).toBe(
      "Approve 3 deposits of ₹1,500.00 in total, the first ₹500.00 from Demo Traders",
    );
    const token = await sign(refused);
    stepUpOf(await approveAll([a, outside], token));
    await sql`update deposits set first_approval_paise = 40000, first_approval_reason = 'Charges', first_approved_by = ${admin.id},
      first_approved_at = now() where id = ${c}`.execute(database());
    const { body } = await approveAll([a, b, c], token);
    expect(body.data.map(({ outcome }) => outcome)).toEqual(["approved", "approved", "refused"]);
    stepUpOf(await approveAll([a, c], token));
    await sql`update deposits set first_approval_paise = null, first_approval_reason = null, first_approved_by = null,
      first_approved_at = null where id = ${c}`.execute(database());
    expect((await approveAll([c], token)).body.data.map(({ outcome }) => outcome)).toEqual([
      "approved",
    ]);
    stepUpOf(await approveAll([c], token));
    expect(await tenant.balance()).toBe(1_500_00);
  });

  test("is valid for 10 minutes, and says so", async () => {
    const { ids } = await deposits(2);
    const { id } = stepUpOf(await approveAll(ids, null));
    await admin.post("/auth/step-up", { id });
    const sent = Date.now();
    const otp = await world.codeFor(admin.mobile);
    const { body } = await admin.post("/auth/step-up/verify", { id, otp });
    expect(body.data.is_batch).toBe(true);
    const seconds = (Date.parse(body.data.expires_at) - sent) / 1_000;
    expect(seconds).toBeGreaterThan(595);
    expect(seconds).toBeLessThan(605);
  });
});

describe("a signature of a request in steps", () => {
  test("covers each step once", async () => {
    const statements = statementsOf(world);
    const utr = world.newUtr();
    const { tenant } = await statements.tenantWith(utr);
    const { id } = await statements.importRows(admin, creditRow(utr));
    const approveFrom = (after_line: number, signature: string | null) =>
      admin.post(`/super-admin/statement-imports/${id}/approve`, { after_line }, { signature });
    const refused = await approveFrom(0, null);
    expect(stepUpOf(refused).summary).toBe(
      "Approve 1 deposit of ₹1,000.00 in total, matched in statement.csv",
    );
    const token = await sign(refused);
    expect((await approveFrom(0, token)).status).toBe(200);
    expect((await approveFrom(40, token)).status).toBe(200);
    stepUpOf(await approveFrom(40, token));
    expect(await tenant.balance()).toBe(1_000_00);
  });
});

describe("a code", () => {
  test("of another request is refused", async () => {
    const { ids } = await deposits(2);
    const [first, second] = [
      stepUpOf(await approve(ids[0] ?? "", null)),
      stepUpOf(await approve(ids[1] ?? "", null)),
    ];
    await admin.post("/auth/step-up", { id: first.id });
    const otp = await world.codeFor(admin.mobile);
    const { status, body } = await admin.post("/auth/step-up/verify", { id: second.id, otp });
    expect([status, body.error.message]).toEqual([
      400,
      "This OTP is for another request. Request a new one.",
    ]);
  });

  test("is sent again after 30 seconds only, and the first one stays valid", async () => {
    const { first } = await deposits(1);
    const { id } = stepUpOf(await approve(first, null));
    await admin.post("/auth/step-up", { id });
    const otp = await world.codeFor(admin.mobile);
    const again = stepUpOf(await approve(first, null));
    expect((await admin.post("/auth/step-up", { id: again.id })).body.error.code).toBe(
      "OTP_TOO_SOON",
    );
    const verified = await admin.post("/auth/step-up/verify", { id: again.id, otp });
    expect((await approve(first, verified.body.data.token)).status).toBe(200);
  });

  test("is said to be valid only while it is the one that can be entered", async () => {
    const asked: string[] = [];
    const hurried = await world.newSuperAdmin("Kavita Joshi");
    for (const id of (await deposits(4)).ids)
      asked.push(stepUpOf(await approve(id, null, {}, hurried)).id);
    const answers: unknown[] = [];
    for (const at of [0, 1, 1, 0, 2, 3]) {
      const { status, body } = await hurried.post("/auth/step-up", { id: asked[at] });
      answers.push(body.error?.code ?? status);
    }
    const tooMany = "TOO_MANY_REQUESTS";
    expect(answers).toEqual([200, 200, "OTP_TOO_SOON", tooMany, 200, tooMany]);
  });

  test("is used by one of 8 parallel requests for its token", async () => {
    const { first } = await deposits(1);
    const { id } = stepUpOf(await approve(first, null));
    await admin.post("/auth/step-up", { id });
    const otp = await world.codeFor(admin.mobile);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.post("/auth/step-up/verify", { id, otp })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
  });

  test("is dead after 5 wrong tries, and after 10 the person waits, not others", async () => {
    const guesser = await world.newSuperAdmin("Ravi Menon");
    const { ids } = await deposits(3);
    const codes: string[] = [];
    for (const id of ids) {
      const refused = stepUpOf(await approve(id, null, {}, guesser));
      const sent = await guesser.post("/auth/step-up", { id: refused.id });
      if (sent.status !== 200) {
        codes.push(sent.body.error.code);
        continue;
      }
      const right = await world.codeFor(guesser.mobile);
      const wrong = right === "000000" ? "000001" : "000000";
      for (let tries = 0; tries < 5; tries += 1) {
        const body = { id: refused.id, otp: wrong };
        codes.push((await guesser.post("/auth/step-up/verify", body)).body.error.code);
      }
      const body = { id: refused.id, otp: right };
      codes.push((await guesser.post("/auth/step-up/verify", body)).body.error.code);
    }
    const wrong = Array(5).fill("OTP_INVALID");
    expect(codes).toEqual([
      ...wrong,
      "OTP_TRIES_USED_UP",
      ...wrong,
      "OTP_TRIES_USED_UP",
      "OTP_PAUSED",
    ]);
    const { first } = await deposits(1);
    expect((await approve(first, await sign(await approve(first, null)))).status).toBe(200);
  });
});
