// The guarantee: a person's call that is repeated under its key is answered as at first, whatever changed
// since, and does nothing again.
import { archiveBeneficiary } from "@rokad/contract/beneficiaries";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberIdOf } from "../../../test/member-id.ts";
import { openScheduleWorld, type ScheduleWorld } from "../../../test/schedule-world.ts";
import { database } from "../../database/db.ts";

let world: ScheduleWorld;
beforeAll(async () => {
  world = await openScheduleWorld();
});
afterAll(() => world.close());

test("a proposal and its change name the first ones after their payee was archived", async () => {
  const owner = await world.operator({ wallet: "₹5,000" });
  const { id, destinationId } = await world.savedDestination(owner);
  const create = () =>
    owner.post("/payout-schedules", world.form(destinationId), { key: "create" });
  const created = await create();
  const change = () =>
    owner.post(
      `/payout-schedules/${created.body.data.id}/change`,
      world.form(destinationId, { amount: 2_000 }),
      { key: "change" },
    );
  const changed = await change();
  expect([created.status, changed.body.data.version]).toEqual([201, 2]);
  await owner.ask(archiveBeneficiary, { params: { id } });
  expect(await create()).toMatchObject({
    status: 201,
    body: { data: { id: created.body.data.id } },
  });
  expect((await change()).body.data).toMatchObject({ id: changed.body.data.id, version: 2 });
  const missing = `/payout-schedules/${destinationId}/change` as const;
  expect((await owner.post(missing, world.form(destinationId))).status).toBe(404);
  await world.checkSchedules();
});

test("a start is answered as at first while wrong codes lock the person's payouts", async () => {
  const owner = await world.operator({ wallet: "₹5,000" });
  const { destinationId } = await world.savedDestination(owner);
  const { id, content_hash } = await world.draft(owner, world.form(destinationId));
  const start = () =>
    owner.post(`/payout-schedules/${id}/start`, { content_hash }, { key: "start" });
  expect((await start()).body.data.state).toBe("active");
  await sql`
    insert into payout_code_guesses (person_id, locked_until)
    values (${await memberIdOf(owner)}, '2027-01-04T05:00:00Z')
    on conflict (person_id) do update set locked_until = excluded.locked_until
  `.execute(database());
  expect(await start()).toMatchObject({ status: 200, body: { data: { id, state: "active" } } });
  const other = await world.draft(owner, world.form(destinationId, { amount: 1_500 }));
  expect((await world.begin(owner, other)).body.error.code).toBe("PAYOUTS_LOCKED");
  await world.checkSchedules();
});
