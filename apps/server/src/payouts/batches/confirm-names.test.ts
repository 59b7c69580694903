// The guarantee: a row whose bank has another name is paid only after a person confirmed it for exactly
// this row, and approvers see names, warnings and charges as those who prepared the batch do.
import { createBatchSchedule } from "@rokad/contract/batch-schedules";
import type { Input } from "@rokad/contract/call";
import { addDays } from "@rokad/contract/days";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { today } from "../../kernel/days.ts";
import { prepareDueBatches } from "../batch-schedules/prepare-batches.ts";
import { rowDigest } from "./stored-batch.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

/** The sandbox bank has these accounts under another name, in part, and without an answer. */
const different = "Asha Rao,000000000401,HDFC0000401,100";
const partial = "Asha Rao,000000000402,HDFC0000402,100";
const silent = "Asha Rao,000000000406,HDFC0000406,100";
const fileOf = (...rows: readonly string[]) => ["Name,Account,IFSC,Amount", ...rows].join("\n");
const right = (name = "Asha Rao") => `${name},${world.newAccountNumber()},HDFC0000001,100`;

const openShop = () => world.operator({ wallet: "₹10,000" });
const run = (by: SignedIn, { id }: PayoutBatchDetail, hash: string | null) =>
  by.post(`/payout-batches/${id}/run`, { content_hash: hash ?? "0".repeat(64) });
const confirm = (by: SignedIn, { id, revision }: PayoutBatchDetail, number: number, to = true) =>
  by.post(`/payout-batches/${id}/rows`, { revision, changes: [{ number, confirms_name: to }] });

test("another name at the bank needs a person's confirmation, which is stored with the row", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf(different, right()));
  expect(draft).toMatchObject({ content_hash: null, check: { unconfirmed: 1 } });
  const [row] = await world.rowsOf(owner, draft.id, "different_name");
  expect(row?.warnings).toContain(
    "Name at bank: RAVINDRA V KULKARNI. You entered Asha Rao: a different name.",
  );
  const same = await confirm(owner, draft, 3);
  expect([same.status, same.body.error.fields]).toEqual([
    400,
    { changes: "The name of line 3 does not differ" },
  ]);
  const { body } = await confirm(owner, draft, 2);
  expect(body.data.rows[0]?.name_confirmed).toMatchObject({ by: { id: owner.id } });
  expect(body.data.batch.content_hash).toMatch(/^[0-9a-f]{64}$/);
  const undone = await confirm(owner, body.data.batch, 2, false);
  expect(undone.body.data.batch.content_hash).toBeNull();
  const again = await confirm(owner, undone.body.data.batch, 2);
  expect((await run(owner, draft, again.body.data.batch.content_hash)).status).toBe(200);
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(2);
  await world.checkBatches();
});

test("an edited row loses its confirmation, and an unchanged one keeps it", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf(different, right()));
  const { body } = await confirm(owner, draft, 2);
  const change = async (revision: number, number: number, amount: string) =>
    (
      await owner.post(`/payout-batches/${draft.id}/rows`, {
        revision,
        changes: [{ number, fields: { amount } }],
      })
    ).body.data.batch;
  const other = await change(body.data.batch.revision, 3, "150");
  expect(other.check?.unconfirmed).toBe(0);
  const edited = await change(other.revision, 2, "250");
  expect(edited).toMatchObject({ content_hash: null, check: { unconfirmed: 1 } });
  expect((await world.rowsOf(owner, draft.id))[0]).toMatchObject({
    name_confirmed: null,
    account_check: { name_at_bank: "RAVINDRA V KULKARNI" },
  });
});

test("a partial match warns, and a bank without an answer informs; neither stops the batch", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf(partial, silent));
  expect(draft.content_hash).not.toBeNull();
  const [first, second] = await world.rowsOf(owner, draft.id);
  expect(first?.warnings.at(-1)).toMatch(
    /^Name at bank: ASHA RAO AND SONS JAIPUR\..*partial match \(/,
  );
  expect(second).toMatchObject({
    account_check: { verdict: "unknown", reason: "This bank does not report account holders" },
  });
});

test("an approver sees the name at the bank, who confirmed it, warnings and charges", async () => {
  const { preparer, approver } = await world.team();
  const draft = await world.draft(preparer, fileOf(different, right()));
  const { content_hash } = (await confirm(preparer, draft, 2)).body.data.batch;
  await preparer.post(`/payout-batches/${draft.id}/submit`, { content_hash });
  const [row] = await world.rowsOf(approver, draft.id, "warned");
  expect(row).toMatchObject({
    is_new_payee: true,
    account_check: { name_at_bank: "RAVINDRA V KULKARNI", match: "different" },
    name_confirmed: { by: { name: "Priya Nair" } },
  });
  expect(row?.warnings.join()).toContain("RAVINDRA V KULKARNI");
  const seen = await world.readBatch(approver, draft.id);
  expect(seen).toMatchObject({ state: "awaiting_approval", check: { new_payees: 2 } });
  expect(seen.check?.txn_fee.amount).toBeGreaterThan(0);
});

test("what was repaired shows as it was written, and a masked number stays masked", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf('Asha Rao,7005 0010 0001,hdfc0000060,"₹1,500.50"'));
  const written = {
    account_number: "7005 0010 0001",
    ifsc_code: "hdfc0000060",
    amount: "₹1,500.50",
  };
  expect((await world.rowsOf(owner, draft.id))[0]).toMatchObject({
    written,
    fields: { account_number: "700500100001", ifsc_code: "HDFC0000060", amount: "1500.50" },
  });
  const viewer = await world.member(owner, ["viewer"]);
  const { account_number: _number, ...others } = written;
  expect((await world.rowsOf(viewer, draft.id))[0]?.written).toEqual(others);
});

test("a new payee whose name has another account in the file warns", async () => {
  const owner = await openShop();
  const draft = await world.draft(
    owner,
    fileOf(right("Meera Iyer"), right("MEERA  IYER"), right()),
  );
  const warnings = (await world.rowsOf(owner, draft.id)).map((row) => row.warnings.at(-1));
  expect(warnings.slice(0, 2)).toEqual([
    "Line 3 has this name with another account. Check.",
    "Line 2 has this name with another account. Check.",
  ]);
  expect((await world.rowsOf(owner, draft.id, "warned")).length).toBeGreaterThanOrEqual(2);
});

test("a signature covers the name at the bank", () => {
  const bank = { verdict: "valid", match: "different", match_score: 0, reason: null } as const;
  const digestOf = (name: string | null) =>
    rowDigest({
      batchId: "01900000-0000-7000-8000-000000000000",
      number: 2,
      order: { ...impsOrder(), method: "imps" } as Parameters<typeof rowDigest>[0]["order"],
      check: name === null ? null : { ...bank, name_at_bank: name, checked_at: null },
      feePaise: 0n,
      gstPaise: 0n,
    }).toString("hex");
  const digests = [null, "ASHA RAO", "R KULKARNI", "ASHA RAO"].map(digestOf);
  expect(new Set(digests).size).toBe(3);
  expect(digests[1]).toBe(digests[3]);
});

test("a scheduled batch with a name that differs says what is to do", async () => {
  const owner = await openShop();
  const draft = await world.draft(owner, fileOf(different));
  const { body } = await confirm(owner, draft, 2);
  await run(owner, draft, body.data.batch.content_hash);
  const rule = { repeats: "weekly", weekdays: [1], starts_on: addDays(today(), 1), hour: 10 };
  const input = { params: { id: draft.id }, body: { rule } } as const;
  await owner.ask(createBatchSchedule, input as Input<typeof createBatchSchedule>);
  await world.afterSeconds(8 * 24 * 60 * 60, prepareDueBatches);
  const { data } = (await owner.get("/notifications")).body;
  expect(data.find(({ kind }) => kind === "batch_prepared")?.text).toMatch(
    / 1 row, ₹100\.00\. Check new accounts and names that differ first\.$/,
  );
});
