// The guarantee: whatever the rows, the balance, the failures and the order of acts, the total of a batch
// is the sum of its parts at every moment, and the wallet has what the books say, to the paisa.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const row = fc.record({
  paise: fc.integer({ min: 100, max: 90_000 }),
  upiId: fc.constantFrom("asha@upi", "ravi@upi", "failure@upi", "meera@upi"),
});
const acts = fc.array(fc.constantFrom("work", "pause", "resume", "fund", "cancel"), {
  maxLength: 6,
});
const rupeesOf = (paise: number) =>
  `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;

/** Compares the parts with the total, and the wallet with what was paid. */
async function expectSound(owner: SignedIn, id: string, funded: number): Promise<string> {
  const batch = await world.readBatch(owner, id);
  const { progress } = batch;
  if (!progress) throw new Error("The batch has not started");
  const { total, created, paid, failed, cancelled, waiting } = progress;
  const parts = [paid, failed, cancelled, waiting];
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(total.count);
  expect(parts.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(total.amount.amount);
  expect(created.count).toBe(await world.payoutCount(owner));
  if (batch.state === "finished") {
    const spent = paid.amount.amount + paid.count * 590;
    expect(await owner.balance()).toBe(funded * 100 - spent);
  }
  return batch.state;
}

test("any batch, any balance, any failures and any order of acts", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 100, max: 3_000 }),
      fc.constantFrom("whole", "in_order"),
      acts,
      async (rows, wallet, funding, sequence) => {
        const owner = await world.operator({ wallet: `₹${wallet}` });
        let funded = wallet;
        const lines = rows.map(({ paise, upiId }) => `Asha Rao,${upiId},${rupeesOf(paise)}`);
        const { body } = await owner.post("/payout-batches", {
          file_name: "any.csv",
          content: Buffer.from(["Name,UPI ID,Amount", ...lines].join("\n")).toString("base64"),
          columns: { beneficiary_name: 0, upi_id: 1, amount: 2 },
        });
        const { id, check } = body.data;
        const needed = rows.reduce((sum, { paise }) => sum + paise + 590, 0);
        expect(check?.total.amount).toBe(needed);
        expect(check?.missing_amount.amount).toBe(Math.max(0, needed - wallet * 100));
        const started = await world.run(owner, { id }, funding);
        const isCovered = needed <= wallet * 100;
        expect(started.status).toBe(funding === "whole" && !isCovered ? 422 : 200);
        if (started.status !== 200) {
          expect(await world.payoutCount(owner)).toBe(0);
          return;
        }
        for (const act of sequence) {
          if (act === "work") await world.workBatches();
          else if (act === "fund") {
            await world.fund(owner, 500);
            funded += 500;
          } else if (act === "cancel") {
            await owner.post(`/payout-batches/${id}/cancel`, { reason: "Any reason" });
          } else await owner.post(`/payout-batches/${id}/${act}`);
          await expectSound(owner, id, funded);
        }
        await owner.post(`/payout-batches/${id}/resume`);
        await world.workBatches();
        const state = await expectSound(owner, id, funded);
        if (isCovered && !sequence.includes("cancel")) expect(state).toBe("finished");
      },
    ),
    { numRuns: 25 },
  );
  await world.checkBatches();
});
