// The guarantee: a file meets the bands of what went to its accounts on the day, in one statement.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";

/** Noon in India: no test crosses midnight by chance. */
const noonMs = Date.parse("2027-01-04T06:30:00Z");
const startedMs = Date.now();
const restoreClock = useClock(() => new Date(noonMs + Date.now() - startedMs));

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(async () => {
  await world.close();
  restoreClock();
});

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
/** Alone up to ₹5,000. */
const bands = [
  { ...any, amount_up_to: 5_000, steps: [] },
  { ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] },
];

async function teamThat() {
  const team = await world.team();
  await world.savePolicy(team.owner, bands, { counts_day: true });
  return team;
}

const rowTo = (account: string, amount: number) => `Asha Rao,${account},HDFC0000001,${amount}`;
const fileOf = (...rows: readonly string[]) =>
  ["Name,Account number,IFSC,Amount", ...rows].join("\n");

/** Rupees that the bands compared, the least first. */
async function countedOf(owner: SignedIn) {
  const { rows } = await sql<{ rupees: number }>`
    select (counted_paise / 100)::int as rupees from payout_policies
    where tenant_id = ${owner.id} order by rupees
  `.execute(database());
  return rows.map(({ rupees }) => rupees);
}

test("counts the rows to one account together, with what went there today", async () => {
  const { owner, preparer, approver } = await teamThat();
  const account = world.newAccountNumber();
  const draftOf = (by: SignedIn, amounts: readonly number[]) =>
    world.draft(by, fileOf(...amounts.map((amount) => rowTo(account, amount))));
  const alone = await draftOf(owner, [2_000, 1_000]);
  expect(alone.check).toMatchObject({ needs_approval: false, rows_to_approve: 0 });
  expect((await world.run(owner, alone)).status).toBe(200);
  await world.workBatches();
  const draft = await draftOf(preparer, [1_500, 501, 100]);
  expect(draft.check).toMatchObject({ needs_approval: true, rows_to_approve: 2 });
  expect((await world.run(owner, draft)).body.error.code).toBe("APPROVAL_REQUIRED");
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const approved = await approver.post(`/payout-batches/${draft.id}/approve`, content);
  expect(approved.body.data.state).toBe("running");
  await world.workBatches();
  expect(await countedOf(owner)).toEqual([2_000, 3_000, 4_500, 5_001, 5_101]);
  await world.checkBatches();
});

test("compares its total with what went to its accounts today, and to no other", async () => {
  const { owner } = await teamThat();
  const [account, other, third] = [1, 2, 3].map(() => world.newAccountNumber()) as [
    string,
    string,
    string,
  ];
  for (const account_number of [account, other])
    expect((await owner.pay(impsOrder({ account_number, amount: 2_500 }))).status).toBe(201);
  const needs = async (amount: number) => {
    const draft = await world.draft(owner, fileOf(rowTo(account, 1_500), rowTo(third, amount)));
    return draft.check?.needs_approval;
  };
  expect([await needs(1_000), await needs(1_001)]).toEqual([false, true]);
});

test("pauses if what went to an account after its start needs approval", async () => {
  const { owner } = await teamThat();
  const account = world.newAccountNumber();
  const draft = await world.draft(owner, fileOf(rowTo(account, 3_000)));
  expect((await world.run(owner, draft)).status).toBe(200);
  expect((await owner.pay(impsOrder({ account_number: account, amount: 2_500 }))).status).toBe(201);
  await world.workBatches();
  expect(await world.readBatch(owner, draft.id)).toMatchObject({
    state: "paused",
    pause: { code: "APPROVAL_REQUIRED" },
  });
  expect(await countedOf(owner)).toEqual([2_500]);
  await world.checkBatches();
});

test("counts the rows of a file that waits for approval like a request", async () => {
  const { owner, preparer, approver } = await teamThat();
  const account = world.newAccountNumber();
  const draft = await world.draft(preparer, fileOf(rowTo(account, 6_000)));
  const content = { content_hash: draft.content_hash };
  await preparer.post(`/payout-batches/${draft.id}/submit`, content);
  const payout = impsOrder({ account_number: account, amount: 1_000 });
  const ask = async () =>
    (await owner.post("/payouts/otp/send", { mobile: owner.mobile, payout })).body.error?.code;
  expect(await ask()).toBe("APPROVAL_REQUIRED");
  const other = await world.draft(owner, fileOf(rowTo(account, 1_000)));
  expect(other.check).toMatchObject({ needs_approval: true, rows_to_approve: 1 });
  const approved = await approver.post(`/payout-batches/${draft.id}/approve`, content);
  expect(approved.body.data.state).toBe("running");
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "A test" });
  expect(await ask()).toBeUndefined();
  await world.checkBatches();
});
