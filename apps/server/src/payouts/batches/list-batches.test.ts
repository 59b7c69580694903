// The guarantee: a list of batches has those whose file and state are asked for, and no other tenant's.
import { listPayoutBatches } from "@rokad/contract/payout-batches";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

test("finds batches by a part of the file's name and by state", async () => {
  const owner = await world.operator({ wallet: "₹10,000" });
  const other = await world.operator({ wallet: "₹10,000" });
  const salaries = await world.draft(owner, world.csvOf([10]), "Salaries 50%.csv");
  const rents = await world.draft(owner, world.csvOf([20]), "rents.csv");
  await world.draft(other, world.csvOf([30]), "salaries.csv");
  await world.run(owner, rents);
  const found = async (query: { search?: string; state?: "draft" | "running" | "all" }) => {
    const { data, total } = await owner.ask(listPayoutBatches, { query });
    return { total, ids: data.map(({ id }) => id) };
  };
  expect(await found({})).toEqual({ total: 2, ids: [rents.id, salaries.id] });
  expect(await found({ search: " SALARIES " })).toEqual({ total: 1, ids: [salaries.id] });
  expect(await found({ search: "50%" })).toEqual({ total: 1, ids: [salaries.id] });
  expect(await found({ search: "s_" })).toEqual({ total: 0, ids: [] });
  expect(await found({ state: "draft" })).toEqual({ total: 1, ids: [salaries.id] });
  expect(await found({ search: "salaries", state: "running" })).toEqual({ total: 0, ids: [] });
});
