// Attacks on the approval of payment requests: a signature of one request, used for anything else.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { openApprovalWorld, type ApprovalWorld, type Team } from "../approval-world.ts";
import { impsOrder } from "../forms.ts";
import { askedIn, confirm, givePasskey, proofOf, type Asked } from "../passkey-steps.ts";
import type { SoftwarePasskey } from "../software-authenticator.ts";

type Request = Awaited<ReturnType<ApprovalWorld["request"]>>;

let world: ApprovalWorld;
let team: Team;
let passkey: SoftwarePasskey;
let first: Request;
let second: Request;
beforeAll(async () => {
  world = await openApprovalWorld();
});
beforeEach(async () => {
  const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
  const steps = [{ approvals: 1, roles: ["approver"], people: [] }];
  team = await world.team({ bands: [{ ...any, steps }] });
  passkey = await givePasskey(team.approver);
  first = await world.request(team.preparer, impsOrder({ amount: 700 }));
  second = await world.request(team.preparer, impsOrder({ amount: 900 }));
});
afterAll(() => world.close());

const withPasskey = { withPasskey: true };

/** The id of the signature that these approvals ask for. */
async function signatureOf(...requests: Request[]): Promise<string> {
  const { body } = await world.askToApprove(team.approver, requests);
  return body.error.step_up?.id ?? "";
}

const challengeOf = async (id: string): Promise<Asked> =>
  askedIn(await team.approver.post("/auth/step-up", { id }, withPasskey));

const exchange = (id: string, otp: string) =>
  team.approver.post("/auth/step-up/verify", { id, otp });

async function tokenOf(...requests: Request[]): Promise<string> {
  const id = await signatureOf(...requests);
  const proof = await proofOf(team.approver, passkey, await challengeOf(id));
  return (await exchange(id, proof)).body.data.token;
}

const approve = (token: string, ...requests: Request[]) =>
  world.askToApprove(team.approver, requests, token);

/** Nothing is approved or paid. */
async function expectNothingSent(): Promise<void> {
  for (const { id } of [first, second])
    expect(await world.read(team.owner, id)).toMatchObject({
      state: "awaiting_approval",
      payout: null,
      steps: [{ given: [] }],
    });
  expect(await team.owner.balance()).toBe(50_000_00);
}

test("a passkey approves one request without a text, and it is paid", async () => {
  const before = await world.newestText(team.approver.mobile);
  const { body } = await approve(await tokenOf(first), first);
  expect(body.data).toMatchObject([{ id: first.id, outcome: "sent" }]);
  expect(await world.newestText(team.approver.mobile)).toBe(before);
  await world.check();
});

describe("a passkey's answer for one request", () => {
  test("is refused for the challenge of another", async () => {
    const [one, other] = [await signatureOf(first), await signatureOf(second)];
    const [mine, others] = [await challengeOf(one), await challengeOf(other)];
    const credential = passkey.get(others.options);
    const mixed = await team.approver.post("/auth/passkeys/confirm", { id: mine.id, credential });
    expect([mixed.status, mixed.body.error.code]).toEqual([400, "PASSKEY_REFUSED"]);
    await expectNothingSent();
  });

  test("gives a proof that another signature does not take", async () => {
    const [one, other] = [await signatureOf(first), await signatureOf(second)];
    const proof = await proofOf(team.approver, passkey, await challengeOf(one));
    expect((await exchange(other, proof)).body.error.code).toBe("OTP_INVALID");
    await expectNothingSent();
  });

  test("gives a token that approves no other request, and none besides it", async () => {
    const token = await tokenOf(first);
    expect((await approve(token, second)).body.error.code).toBe("STEP_UP_REQUIRED");
    expect((await approve(token, first, second)).body.error.code).toBe("STEP_UP_REQUIRED");
    await expectNothingSent();
  });

  test("approves no edited content of the same request", async () => {
    const token = await tokenOf(first);
    const payout = impsOrder({ amount: 49_000 });
    const edited = await team.preparer.put(`/payment-requests/${first.id}`, {
      payout,
      content_hash: first.content_hash,
    });
    const { content_hash: hash } = edited.body.data;
    const forged = { ...first, content_hash: hash };
    expect((await approve(token, forged)).body.error.code).toBe("STEP_UP_REQUIRED");
    expect((await approve(token, first)).body.data).toMatchObject([{ code: "REQUEST_CHANGED" }]);
    await expectNothingSent();
  });

  test("fails when it is replayed: the answer, its proof and its token count once", async () => {
    const id = await signatureOf(first);
    const challenge = await challengeOf(id);
    const proof = await proofOf(team.approver, passkey, challenge);
    const again = await confirm(team.approver, passkey, challenge);
    expect(again.body.error.code).toBe("PASSKEY_REFUSED");
    const { token } = (await exchange(id, proof)).body.data;
    expect((await exchange(id, proof)).body.error.code).toBe("PASSKEY_REFUSED");
    expect((await approve(token, first)).body.data).toMatchObject([{ outcome: "sent" }]);
    expect((await approve(token, first)).body.error.code).toBe("STEP_UP_REQUIRED");
    expect(await team.owner.balance()).toBe(49_294_10);
  });

  test("by another approver's passkey is refused", async () => {
    const others = await givePasskey(team.second);
    const challenge = await challengeOf(await signatureOf(first));
    expect((await confirm(team.approver, others, challenge)).body.error.code).toBe(
      "PASSKEY_REFUSED",
    );
    await expectNothingSent();
  });
});

test("a code that was sent to pay never signs an approval, and the other way round", async () => {
  const id = await signatureOf(first);
  await team.approver.post("/auth/step-up", { id });
  const otp = await world.codeFor(team.approver.mobile);
  const { status } = await team.approver.post("/payouts/otp/verify", {
    mobile: team.approver.mobile,
    otp,
  });
  expect(status).toBe(403);
  const other = await signatureOf(second);
  expect((await exchange(other, otp)).status).toBe(400);
  await expectNothingSent();
});

test("passkeys sign no approval while they confirm no payouts", async () => {
  await database()
    .insertInto("settings")
    .values({ key: "passkey_payouts", value: '"off"', updated_at: new Date() })
    .execute();
  const id = await signatureOf(first);
  const off = await team.approver.post("/auth/step-up", { id }, withPasskey);
  await database().deleteFrom("settings").where("key", "=", "passkey_payouts").execute();
  expect([off.status, off.body.error.code]).toEqual([422, "PASSKEYS_OFF"]);
});
