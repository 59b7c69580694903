// The guarantee: a change of rows answers the revision that it led to, so that what others change after
// it is never taken for a part of it.
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

/** Does the work once a batch was changed, before its request goes on. */
function afterNextChange(work: () => Promise<unknown>): void {
  const { query } = pg.Client.prototype;
  const changing = new WeakSet<pg.Client>();
  const queries = vi.spyOn(pg.Client.prototype, "query");
  queries.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const result: unknown = Reflect.apply(query, this, given);
    const { text } = given[0] as { readonly text?: string };
    if (text?.startsWith('update "payout_batches"')) changing.add(this);
    if (!changing.has(this) || text !== "commit") return result;
    queries.mockRestore();
    return Promise.resolve(result).then(async (committed) => {
      await work();
      return committed;
    });
  });
}

test("a change answers its own revision, also if another one follows at once", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const draft = await world.draft(owner, world.csvOf([100, 200]));
  const change = (revision: number, number: number, amount: string) =>
    owner.post(`/payout-batches/${draft.id}/rows`, {
      revision,
      changes: [{ number, fields: { amount } }],
    });
  const next = draft.revision + 1;
  afterNextChange(() => change(next, 2, "900"));
  const first = await change(draft.revision, 3, "250");
  const after = await world.readBatch(owner, draft.id);
  expect([first.body.data.batch.revision, after.revision]).toEqual([next, next + 1]);
  expect(first.body.data.batch.content_hash).not.toBe(after.content_hash);

  // Neither a further change nor a signature may go on from what the first answer does not show.
  expect((await change(next, 2, "150")).body.error.code).toBe("BATCH_CHANGED");
  const { content_hash } = first.body.data.batch;
  const started = await owner.post(`/payout-batches/${draft.id}/run`, { content_hash });
  expect(started.body.error.code).toBe("BATCH_CHANGED");
});
