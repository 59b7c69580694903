// Attacks on acts that a passkey confirms: payouts, and what super admins sign. Each fails.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { endOtherSessions } from "@rokad/contract/sessions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { refusalsOf, newestSeq } from "../audit-log.ts";
import { impsOrder } from "../forms.ts";
import { askedIn, confirm, givePasskey, proofOf, type Asked } from "../passkey-steps.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";
import type { SignedIn } from "../signed-in.ts";
import {
  createPasskey,
  type AnswerChange,
  type SoftwarePasskey,
} from "../software-authenticator.ts";

let world: PayoutWorld;
let tenant: SignedIn;
let passkey: SoftwarePasskey;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  tenant = await world.operator({ wallet: "₹10,000" });
  passkey = await givePasskey(tenant);
});
afterAll(() => world.close());

const withPasskey = { withPasskey: true };
const order = impsOrder({ amount: 500 });
const otherOrder = impsOrder({ amount: 900 });

const askFor = (payout: object, by = tenant) =>
  by.post("/payouts/otp/send", { mobile: by.mobile, payout }, withPasskey);
const asked = async (payout: object, by = tenant): Promise<Asked> =>
  askedIn(await askFor(payout, by));
const authorise = (otp: string, by = tenant) =>
  by.post("/payouts/otp/verify", { mobile: by.mobile, otp });
const pay = (payout: object, token: string, by = tenant) =>
  by.post("/payouts/initiate", { ...payout, authorization_token: token });

/** The refusal of an answer, and nothing paid. */
async function refusalOf(challenge: Asked, change: AnswerChange, by = passkey) {
  const answer = await confirm(tenant, by, challenge, change);
  expect(await tenant.balance()).toBe(10_000_00);
  return [answer.status, answer.body.error.code];
}
const refused = [400, "PASSKEY_REFUSED"];

test("pays one payout with a passkey and no text", async () => {
  const texts = await countTexts();
  const proof = await proofOf(tenant, passkey, await asked(order));
  const { body } = await authorise(proof);
  expect((await pay(order, body.data.authorization_token)).status).toBe(201);
  expect(await countTexts()).toBe(texts);
});

async function countTexts() {
  const rows = await database().selectFrom("sandbox_messages").select("id").execute();
  return rows.length;
}

describe("an answer of a passkey", () => {
  test("for one payout never confirms another", async () => {
    const [first, second] = [await asked(order), await asked(otherOrder)];
    // The answer to the second challenge, sent for the first.
    const credential = passkey.get(second.options);
    const mixed = await tenant.post("/auth/passkeys/confirm", { id: first.id, credential });
    expect([mixed.status, mixed.body.error.code]).toEqual(refused);
    const proof = await proofOf(tenant, passkey, second);
    const { body } = await authorise(proof);
    const paid = await pay(order, body.data.authorization_token);
    expect([paid.status, paid.body.error.code]).toEqual([403, "PAYOUT_NOT_AUTHORISED"]);
  });

  test("works once: neither the answer nor its proof can be repeated", async () => {
    const challenge = await asked(order);
    const credential = passkey.get(challenge.options);
    const send = () => tenant.post("/auth/passkeys/confirm", { id: challenge.id, credential });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const proof = answers.find(({ status }) => status === 200)?.body.data.proof ?? "";
    const uses = await Promise.all([authorise(proof), authorise(proof)]);
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await authorise(proof)).body.error.code).toBe("PASSKEY_REFUSED");
  });

  test("gets one try: a challenge with a wrong answer is used up", async () => {
    const challenge = await asked(order);
    expect(await refusalOf(challenge, { origin: "http://localhost.evil.example" })).toEqual(
      refused,
    );
    expect(await refusalOf(challenge, {})).toEqual(refused);
  });

  test.each<[string, AnswerChange]>([
    ["from another origin", { origin: "https://rokad.example" }],
    ["from a host that ends the same", { origin: "http://evil-localhost" }],
    ["from a frame in another site", { crossOrigin: true }],
    ["for another RP id", { rpId: "example" }],
    ["without user verification", { flags: 1 + 8 + 16 }],
    ["without presence", { flags: 4 + 8 + 16 }],
    ["of a registration", { type: "webauthn.create" }],
    ["with another person's handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["signed by another key", { signedBy: createPasskey() }],
    ["to a challenge of the attacker's own", { challenge: "A".repeat(43) }],
  ])("%s is refused", async (_, change) => {
    expect(await refusalOf(await asked(order), change)).toEqual(refused);
  });

  test("is refused after 5 minutes, and so is its proof", async () => {
    const [early, late] = [await asked(order), await asked(order)];
    const proof = await proofOf(tenant, passkey, early);
    world.pass(5 * 60_000 + 1_000);
    expect(await refusalOf(late, {})).toEqual(refused);
    expect((await authorise(proof)).body.error.code).toBe("PASSKEY_REFUSED");
  });

  test("is refused in another session of the same person, and so is its proof", async () => {
    world.pass(31_000);
    const thief = await world.signIn(tenant.mobile);
    const challenge = await asked(order);
    const credential = passkey.get(challenge.options);
    const stolen = await thief.post("/auth/passkeys/confirm", { id: challenge.id, credential });
    expect([stolen.status, stolen.body.error.code]).toEqual(refused);
    const proof = await proofOf(tenant, passkey, challenge);
    expect((await authorise(proof, thief)).body.error.code).toBe("PASSKEY_REFUSED");
    expect((await authorise(proof)).status).toBe(200);
    await tenant.ask(endOtherSessions, {});
  });

  test("by another person's passkey never confirms", async () => {
    const other = await world.operator({ wallet: "₹10,000" });
    const others = await givePasskey(other);
    expect(await refusalOf(await asked(order), {}, others)).toEqual(refused);
    // With the owner's credential id, and the other's key.
    expect(await refusalOf(await asked(order), { signedBy: others })).toEqual(refused);
    const theirs = await asked(order, other);
    const credential = others.get(theirs.options);
    const mine = await tenant.post("/auth/passkeys/confirm", { id: theirs.id, credential });
    expect([mine.status, mine.body.error.code]).toEqual(refused);
  });

  test("whose counter goes back is refused and recorded, and its person is notified", async () => {
    await proofOf(tenant, passkey, await asked(order));
    expect(await refusalOf(await asked(order), { counter: 1 })).toEqual(refused);
    const { body } = await tenant.get("/notifications");
    expect(body.data[0]).toMatchObject({ kind: "passkey_copied" });
    const rows = await database()
      .selectFrom("audit_log")
      .select("subject_id")
      .where("act", "=", "passkey.counter_went_back")
      .where("subject_id", "=", tenant.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test("whose counter repeats is refused, of two at once", async () => {
    const [first, second] = [await asked(order), await asked(order)];
    const answers = await Promise.all(
      [first, second].map((each) => confirm(tenant, passkey, each, { counter: 50 })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("by a removed passkey is refused", async () => {
    const challenge = await asked(order);
    const { body } = await tenant.get("/auth/passkeys");
    await tenant.delete(`/auth/passkeys/${body.data.passkeys[0]?.id ?? ""}`);
    expect(await refusalOf(challenge, {})).toEqual(refused);
    expect((await askFor(order)).body.error.code).toBe("NO_PASSKEY");
  });

  test("proves nothing once its passkey is removed", async () => {
    const proof = await proofOf(tenant, passkey, await asked(order));
    const { body } = await tenant.get("/auth/passkeys");
    await tenant.delete(`/auth/passkeys/${body.data.passkeys[0]?.id ?? ""}`);
    expect((await authorise(proof)).status).toBe(400);
  });

  test("is recorded in the audit log when it is refused", async () => {
    const before = await newestSeq();
    await refusalOf(await asked(order), { flags: 1 });
    expect(await refusalsOf("passkey.refused", before)).toHaveLength(1);
  });
});

describe("a super admin's passkey", () => {
  test("signs exactly one request, and another of the same kind needs its own", async () => {
    const admin = await world.newSuperAdmin("Kabir Rao");
    const own = await givePasskey(admin);
    const [first, second] = await twoDeposits();
    const unsigned = { signature: null };
    const refusal = await admin.post(`/super-admin/deposits/${first}/approve`, {}, unsigned);
    const id = refusal.body.error.step_up?.id ?? "";
    const proof = await proofOf(
      admin,
      own,
      askedIn(await admin.post("/auth/step-up", { id }, withPasskey)),
    );
    const other = await admin.post(`/super-admin/deposits/${second}/approve`, {}, unsigned);
    const otherId = other.body.error.step_up?.id ?? "";
    // The proof of one request, for another.
    const swapped = await admin.post("/auth/step-up/verify", { id: otherId, otp: proof });
    expect(swapped.body.error.code).toBe("OTP_INVALID");
    const again = askedIn(await admin.post("/auth/step-up", { id }, withPasskey));
    const right = await proofOf(admin, own, again);
    const { body } = await admin.post("/auth/step-up/verify", { id, otp: right });
    const signed = { signature: body.data.token };
    const wrong = await admin.post(`/super-admin/deposits/${second}/approve`, {}, signed);
    expect(wrong.body.error.code).toBe("STEP_UP_REQUIRED");
    expect((await admin.post(`/super-admin/deposits/${first}/approve`, {}, signed)).status).toBe(
      200,
    );
  });

  test("can't be used while the setting is off, and a tenant's payouts go on", async () => {
    const admin = await world.newSuperAdmin("Kabir Rao");
    await givePasskey(admin);
    await database()
      .insertInto("settings")
      .values({ key: "passkey_super_admin_acts", value: '"off"', updated_at: new Date() })
      .execute();
    const [deposit] = await twoDeposits();
    const path = `/super-admin/deposits/${deposit}/approve` as const;
    const refusal = await admin.post(path, {}, { signature: null });
    const id = refusal.body.error.step_up?.id;
    const off = await admin.post("/auth/step-up", { id }, withPasskey);
    expect([off.status, off.body.error.code]).toEqual([422, "PASSKEYS_OFF"]);
    expect((await askFor(order)).body.error.code).toBe("PASSKEY_REQUIRED");
    await database().deleteFrom("settings").where("key", "=", "passkey_super_admin_acts").execute();
  });

  async function twoDeposits(): Promise<[string, string]> {
    const account = await world.approvedAccount(tenant);
    const request = async () => (await world.requestDeposit(tenant, 500, account))._id;
    return [await request(), await request()];
  }
});
