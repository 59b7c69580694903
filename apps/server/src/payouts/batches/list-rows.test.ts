// The guarantee: who has the lines of a view reads each of its rows once, also those that left the view
// since.
import { listBatchLines, listBatchRows } from "@rokad/contract/payout-batches";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

test("the rows of a view stay readable by their lines while they leave it", async () => {
  const owner = await world.operator();
  const { id, revision } = await world.draft(owner, world.csvOf([0.5, 0.5, 100, 0.5]));
  const params = { id };
  const linesOf = async (view: "all" | "wrong") =>
    (await owner.ask(listBatchLines, { params, query: { view } })).data;
  expect(await linesOf("all")).toEqual([{ first: 2, last: 5 }]);
  const wrong = [
    { first: 2, last: 3 },
    { first: 5, last: 5 },
  ];
  expect(await linesOf("wrong")).toEqual(wrong);
  await owner.post(`/payout-batches/${id}/rows`, {
    revision,
    changes: [{ number: 2, is_removed: true }],
  });
  expect(await linesOf("wrong")).toEqual([{ first: 3, last: 3 }, wrong[1]]);
  const { data, total } = await owner.ask(listBatchRows, { params, query: { lines: "2,3,5" } });
  expect(total).toBe(3);
  expect(data.map(({ number, state }) => [number, state])).toEqual([
    [2, "removed"],
    [3, "wrong"],
    [5, "wrong"],
  ]);
  for (const lines of ["", "2,", "two", "2,-3"])
    expect((await owner.get(`/payout-batches/${id}/rows?lines=${lines}`)).status).toBe(400);
});
