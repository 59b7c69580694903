// The guarantee: a row that repeats an unclear payout is wrong until it says why, and the reason is in the
// payout's timeline.
import { getPayout } from "@rokad/contract/payouts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { impsOrder } from "../../../test/forms.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

// The sandbox pays it and lets the call time out.
const unclear = { account_number: "000000000504", ifsc_code: "HDFC0000504" };

test("a row that repeats an unclear payout says why, and another row needs no reason", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  await owner.pay(impsOrder({ ...unclear, amount: 77 }));
  await world.work();
  const rows = [`Asha Rao,${unclear.account_number},${unclear.ifsc_code},77`];
  const csv = ["Name,Account number,IFSC,Amount", ...rows, "Asha Rao,700500100001,HDFC0000060,5"];
  const draft = await world.draft(owner, csv.join("\n"));
  const [wrong, right] = await world.rowsOf(owner, draft.id);
  expect(wrong).toMatchObject({ state: "wrong", problem_fields: ["repeat_reason"] });
  expect(wrong?.problem).toContain("Say why you send it again");
  expect(right?.state).toBe("ready");
  const changes = [
    { number: 2, fields: { ...wrong?.fields, repeat_reason: "The first one was returned" } },
  ];
  const { revision } = draft;
  const corrected = await owner.post(`/payout-batches/${draft.id}/rows`, { revision, changes });
  expect(corrected.body.data.batch.check).toMatchObject({ ready: 2, wrong: 0 });
  expect((await world.run(owner, draft)).status).toBe(200);
  await world.workBatches();
  const [sent, other] = await world.rowsOf(owner, draft.id);
  const timelineOf = async (id = "") =>
    (await owner.ask(getPayout, { params: { id } })).data.timeline.map(({ sentence }) => sentence);
  expect(await timelineOf(sent?.payout?.id)).toContain(
    "Sent again while an earlier payout was unclear: The first one was returned",
  );
  expect(await timelineOf(other?.payout?.id)).toHaveLength(3);
  await world.checkBatches();
});

test("a retry asks again, because the reason was about that time", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  await owner.pay(impsOrder({ ...unclear, amount: 78 }));
  await world.work();
  const row = `Asha Rao,${unclear.account_number},${unclear.ifsc_code},78`;
  const draft = await world.draft(owner, ["Name,Account number,IFSC,Amount", row].join("\n"));
  const [asked] = await world.rowsOf(owner, draft.id);
  const fields = { ...asked?.fields, repeat_reason: "The first one was returned" };
  const changes = [{ number: 2, fields }];
  const body = { revision: draft.revision, changes };
  const corrected = await owner.post(`/payout-batches/${draft.id}/rows`, body);
  expect(corrected.body.data.batch.check).toMatchObject({ ready: 1, wrong: 0 });
  await owner.post(`/payout-batches/${draft.id}/cancel`, { reason: "Tomorrow" });
  const retried = await owner.post(`/payout-batches/${draft.id}/retry`);
  const [wrong] = await world.rowsOf(owner, retried.body.data.id);
  expect(wrong).toMatchObject({ state: "wrong", problem_fields: ["repeat_reason"] });
});
