// The guarantee: nothing is prepared for a business whose account was closed.
import { createBatchSchedule } from "@rokad/contract/batch-schedules";
import type { Input } from "@rokad/contract/call";
import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import { database } from "../../database/db.ts";
import { endSchedulesOfClosed } from "./end-schedules-of-closed.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

const rule: Input<typeof createBatchSchedule>["body"]["rule"] = {
  repeats: "weekly",
  weekdays: [1],
  starts_on: todayInIndia(),
  hour: 10,
};

test("the schedule of a closed business's batches ends, and another's goes on", async () => {
  const scheduled = [];
  // One after the other: a due job that one runs is not done when the other has run all.
  for (const _ of [1, 2]) {
    const owner = await world.operator({ wallet: "₹5,000" });
    const { id } = await world.draft(owner, world.csvOf([100]));
    await world.run(owner, { id });
    await world.workBatches();
    const { data } = await owner.ask(createBatchSchedule, { params: { id }, body: { rule } });
    scheduled.push({ owner, schedule: data.id });
  }
  const [closed, other] = scheduled;
  await sql`update tenants set closed_at = now() where id = ${closed?.owner.id}`.execute(
    database(),
  );
  await endSchedulesOfClosed();
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from batch_schedules order by state
  `.execute(database());
  expect(rows).toEqual([
    { id: other?.schedule, state: "active" },
    { id: closed?.schedule, state: "ended" },
  ]);
});
