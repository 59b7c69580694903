// The guarantee: a batch that was started with payment advices sends one to each beneficiary with an
// address, once paid, and the signature says so.
import { setAdviceSettings } from "@rokad/contract/payment-advices";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { database } from "../../database/db.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

test("sends one to each beneficiary with an address, and none without the choice [43.8]", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const row = (email: string) => `Asha Rao,${world.newAccountNumber()},HDFC0000001,100,${email}`;
  const upload = () =>
    owner.post("/payout-batches", {
      file_name: "salaries.csv",
      content: Buffer.from(
        ["Name,Account,IFSC,Amount,Email", row("asha@example.com"), row("")].join("\n"),
      ).toString("base64"),
      columns: {
        beneficiary_name: 0,
        account_number: 1,
        ifsc_code: 2,
        amount: 3,
        beneficiary_email: 4,
      },
    });
  const draft = async () => world.checkAccounts(owner, (await upload()).body.data);
  const [first, second] = [await draft(), await draft()];
  const start = (batch: typeof first, send_advices: boolean) =>
    owner.post(`/payout-batches/${batch.id}/run`, {
      content_hash: batch.content_hash,
      send_advices,
    });
  expect((await start(first, true)).body.error.code).toBe("ADVICES_OFF");
  await owner.ask(setAdviceSettings, { body: { is_on: true } });
  expect((await start(first, true)).body.data).toMatchObject({ send_advices: true });
  expect((await start(second, false)).body.data).toMatchObject({ send_advices: false });
  await world.workBatches();
  const { rows } = await sql<{ email: string; batch_id: string }>`
    select email, batch_id from payment_advices
    join batch_rows using (payout_id) where payment_advices.tenant_id = ${owner.id}
  `.execute(database());
  expect(rows).toEqual([{ email: "asha@example.com", batch_id: first.id }]);
  await world.checkBatches();
});

test("a start that is repeated under its key is answered as at first, after advices were turned off", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  await owner.ask(setAdviceSettings, { body: { is_on: true } });
  const { id, content_hash } = await world.draft(owner, world.csvOf([100]));
  const start = () =>
    owner.post(`/payout-batches/${id}/run`, { content_hash, send_advices: true }, { key: "start" });
  expect((await start()).status).toBe(200);
  await owner.ask(setAdviceSettings, { body: { is_on: false } });
  expect(await start()).toMatchObject({ status: 200, body: { data: { id, state: "running" } } });
  await world.workBatches();
  expect(await world.payoutCount(owner)).toBe(1);
  await world.checkBatches();
});
