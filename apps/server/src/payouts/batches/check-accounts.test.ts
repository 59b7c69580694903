// The guarantee: a batch pays no new account before its bank was asked, within the checks of the hour.
// An account that its bank does not know is wrong, and a person answers for another name.
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { beneficiaryOf, impsOrder } from "../../../test/forms.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import { saveSetting } from "../../../test/save-setting.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import { database } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { leaseJob } from "../../worker/jobs/lease-job.ts";
import { checkBatchAccountsJob } from "./check-accounts.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";

let world: BatchWorld;
let sandbox: Provider;
const validate = vi.fn<NonNullable<Provider["validate"]>>();
beforeAll(async () => {
  world = await openBatchWorld();
  sandbox = adapterOf("primary");
});
beforeEach(async () => {
  validate.mockReset();
  validate.mockImplementation((account) => validateAtBank(account));
  useProviders({ primary: { ...sandbox, validate }, alternative: sandbox });
  await saveSetting("account_checks_per_hour", 60);
});
afterAll(() => world.close());

const validateAtBank: NonNullable<Provider["validate"]> = (account) => {
  if (!sandbox.validate) throw new Error("The sandbox validates accounts");
  return sandbox.validate(account);
};

/** The sandbox bank does not have this account. */
const missing = "Asha Rao,000000000404,HDFC0000404,100";
const fileOf = (...rows: readonly string[]) => ["Name,Account,IFSC,Amount", ...rows].join("\n");
const right = (name = "Asha Rao") => `${name},${world.newAccountNumber()},HDFC0000001,100`;

/** With the check of its own bank account done. */
async function openShop(): Promise<SignedIn> {
  const owner = await world.operator({ wallet: "₹10,000" });
  await runDueJobs();
  validate.mockClear();
  return owner;
}
async function openTeam() {
  const team = await world.team();
  await runDueJobs();
  validate.mockClear();
  return team;
}
async function upload(by: SignedIn, csv: string): Promise<PayoutBatchDetail> {
  const { status, body, text } = await by.post("/payout-batches", world.uploadOf(csv));
  if (status !== 201) throw new Error(text);
  return body.data;
}
const startChecks = (by: SignedIn, { id }: Pick<PayoutBatchDetail, "id">) =>
  by.post(`/payout-batches/${id}/account-checks`);
/** Runs the jobs that are due after some seconds. */
async function runJobsIn(seconds: number): Promise<void> {
  const restoreClock = useClock(() => new Date(Date.now() + seconds * 1_000));
  await runDueJobs().finally(restoreClock);
}
const run = (by: SignedIn, { id }: PayoutBatchDetail, hash: string | null) =>
  by.post(`/payout-batches/${id}/run`, { content_hash: hash ?? "0".repeat(64) });
test("a batch with new accounts is not paid before its accounts are checked", async () => {
  const owner = await openShop();
  const draft = await upload(owner, fileOf(right(), right()));
  expect(draft).toMatchObject({
    content_hash: null,
    account_checks: { state: "due", reason: null, left: 2 },
    check: { ready: 2, unchecked: 2 },
  });
  const refused = await run(owner, draft, null);
  expect([refused.status, refused.body.error.code]).toEqual([409, "BATCH_NOT_READY"]);
  expect(validate).not.toHaveBeenCalled();
  const started = await startChecks(owner, draft);
  expect([started.status, started.body.data.account_checks?.state]).toEqual([200, "running"]);
  await runDueJobs();
  const checked = await world.readBatch(owner, draft.id);
  expect(checked.account_checks).toEqual({ state: "due", reason: null, left: 0 });
  const [row] = await world.rowsOf(owner, draft.id);
  expect(row).toMatchObject({
    is_unchecked: false,
    account_check: { verdict: "valid", name_at_bank: "ASHA RAO", match: "match" },
  });
  expect((await run(owner, draft, checked.content_hash)).status).toBe(200);
  await world.workBatches();
  await world.checkBatches();
});

test("an account that its bank does not know makes its row wrong", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf(right(), missing));
  expect(draft).toMatchObject({ content_hash: null, check: { ready: 1, wrong: 1 } });
  const [row] = await world.rowsOf(owner, draft.id, "wrong");
  expect(row).toMatchObject({
    number: 3,
    problem: "The bank found no such account. Check it.",
    problem_fields: ["account_number"],
  });
});

test("payees who are saved or were paid before are not checked", async () => {
  const owner = await openShop();
  const csv = fileOf(right());
  const first = await world.draft(owner, csv);
  await world.run(owner, first);
  await world.workBatches();
  validate.mockClear();
  const again = await owner.post("/payout-batches", {
    ...world.uploadOf(csv),
    repeat_of: first.id,
  });
  expect(again.body.data.account_checks).toEqual({ state: "due", reason: null, left: 0 });
  expect(again.body.data.content_hash).not.toBeNull();
  const beneficiary = beneficiaryOf("700600500400");
  await owner.post("/beneficiaries", beneficiary);
  const { ifsc_code: ifsc } = impsOrder();
  const saved = await upload(owner, fileOf(`Asha Rao,700600500400,${String(ifsc)},100`));
  expect(saved.account_checks?.left).toBe(0);
  expect(validate).not.toHaveBeenCalled();
});

test("without checks left it stops, says how many are left, and goes on in the next hour", async () => {
  const owner = await openShop();
  // One was used for its own bank account.
  await saveSetting("account_checks_per_hour", 4);
  const draft = await upload(owner, fileOf(...Array.from({ length: 5 }, () => right())));
  await startChecks(owner, draft);
  await runDueJobs();
  const stopped = await world.readBatch(owner, draft.id);
  expect(stopped.account_checks).toEqual({
    state: "stopped",
    reason: "You reached the limit of 4 account checks per hour",
    left: 2,
  });
  expect(stopped.content_hash).not.toBeNull();
  await startChecks(owner, draft);
  expect((await world.readBatch(owner, draft.id)).content_hash).toBeNull();
  await runJobsIn(3_600);
  expect((await world.readBatch(owner, draft.id)).account_checks).toMatchObject({ left: 0 });
  expect(validate).toHaveBeenCalledTimes(5);
});

test("a new account that is entered after the checks stopped is checked first", async () => {
  const owner = await openShop();
  await saveSetting("account_checks_per_hour", 1);
  const draft = await world.draft(owner, fileOf(right(), right()));
  expect(draft.account_checks?.state).toBe("stopped");
  const { body } = await owner.post(`/payout-batches/${draft.id}/rows`, {
    revision: draft.revision,
    changes: [{ number: 2, fields: { account_number: world.newAccountNumber() } }],
  });
  expect(body.data.batch).toMatchObject({ content_hash: null, account_checks: { state: "due" } });
});

test("after a crash it goes on with the accounts that are left, and asks for none twice", async () => {
  const owner = await openShop();
  const draft = await upload(owner, fileOf(...Array.from({ length: 12 }, () => right())));
  await startChecks(owner, draft);
  const job = await leaseJob(60);
  const crash = () => {
    throw new Error("The server stopped");
  };
  const { signal } = new AbortController();
  if (!job) throw new Error("No job is due");
  await expect(checkBatchAccountsJob(job, { progress: crash, signal })).rejects.toThrow("stopped");
  expect((await world.readBatch(owner, draft.id)).account_checks).toMatchObject({
    state: "running",
    left: 4,
  });
  await runJobsIn(61);
  const after = await world.readBatch(owner, draft.id);
  expect(after.account_checks).toMatchObject({ state: "due", left: 0 });
  expect(validate).toHaveBeenCalledTimes(12);
});

test("two people who start the checks at once ask each bank once", async () => {
  const { owner, preparer } = await openTeam();
  const draft = await upload(preparer, fileOf(right(), right()));
  const answers = await Promise.all([startChecks(owner, draft), startChecks(preparer, draft)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all([runDueJobs(), runDueJobs()]);
  expect((await world.readBatch(owner, draft.id)).account_checks?.left).toBe(0);
  expect(validate).toHaveBeenCalledTimes(2);
});

test("a row that is edited during its check is checked again", async () => {
  const owner = await openShop();
  const draft = await upload(owner, fileOf(right()));
  const { revision } = (await startChecks(owner, draft)).body.data;
  validate.mockImplementationOnce(async (account) => {
    await owner.post(`/payout-batches/${draft.id}/rows`, {
      revision,
      changes: [{ number: 2, fields: { account_number: world.newAccountNumber() } }],
    });
    return validateAtBank(account);
  });
  await runDueJobs();
  expect(validate).toHaveBeenCalledTimes(2);
  expect((await world.readBatch(owner, draft.id)).account_checks?.left).toBe(0);
});

test("checks that end while their batch is read are not called failed", async () => {
  const owner = await openShop();
  const { id } = await upload(owner, fileOf(right()));
  await startChecks(owner, { id });
  const { account_checks_job: job } = await database()
    .selectFrom("payout_batches")
    .select("account_checks_job")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await runDueJobs();
  // As a reader has the batch who read it a moment before.
  await database()
    .updateTable("payout_batches")
    .set({ account_checks: "running", account_checks_job: job })
    .where("id", "=", id)
    .execute();
  expect((await world.readBatch(owner, id)).account_checks?.state).toBe("running");
  await sql`update background_jobs set status = 'dead' where id = ${job}`.execute(database());
  expect((await world.readBatch(owner, id)).account_checks).toMatchObject({
    state: "due",
    reason: "The checks failed. Start them again.",
  });
});

test("a failed check of one bank informs, and the others go on", async () => {
  const owner = await openShop();
  validate.mockRejectedValueOnce(new OutcomeUnknownError("The bank answered 503"));
  const draft = await world.draft(owner, fileOf(right(), right()));
  const checks = (await world.rowsOf(owner, draft.id)).map((row) => row.account_check?.verdict);
  expect(checks.toSorted()).toEqual(["unknown", "valid"]);
  expect(draft.content_hash).not.toBeNull();
});

test("where no provider offers checks, nothing is to be checked", async () => {
  const owner = await openShop();
  await saveSetting("account_checks_per_hour", 0);
  const draft = await upload(owner, fileOf(right()));
  expect(draft.account_checks?.left).toBe(0);
  expect(draft.content_hash).not.toBeNull();
  expect((await world.rowsOf(owner, draft.id))[0]?.account_check).toMatchObject({
    verdict: "unknown",
    reason: "None of your providers offers account checks",
  });
});
