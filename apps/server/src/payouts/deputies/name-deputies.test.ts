// The guarantee: the person or an owner names deputies with a signature, only people who can approve,
// and the team sees them.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import {
  dayAfter,
  nameDeputies,
  noLeave,
  readDeputies,
  teamOfAnil,
} from "../../../test/deputies.ts";
import { rolledBack } from "../../../test/rolled-back.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction } from "../../database/db.ts";
import { disableMember } from "../../identity/members/set-member-status.ts";
import { issueToken } from "../../identity/signatures/verify-step-up.ts";
import { approvalRule, verifyApprovals } from "../requests/verify-approvals.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

describe("naming deputies", () => {
  test("needs a signature, of the person or an owner", async () => {
    const { owner, approver, second, preparer, ids } = await teamOfAnil(world);
    const body = { deputies: [ids.vikram], ...noLeave };
    const unsigned = await owner.put(`/deputies/${ids.anil}`, body, { signature: null });
    expect(unsigned.body.error).toMatchObject({
      code: "STEP_UP_REQUIRED",
      step_up: { summary: "Let Vikram Rao approve in the place of Anil Kumar" },
    });
    expect((await approver.put("/deputies/own", body)).status).toBe(200);
    for (const by of [second, preparer])
      expect((await by.put(`/deputies/${ids.anil}`, body)).body.error.code).toBe("FORBIDDEN");
    const acts = await sql<{ after: object }>`
      select after from audit_log where act = 'deputies.changed' and subject_id = ${ids.anil}
    `.execute(database());
    expect(acts.rows).toMatchObject([{ after: { name: "Anil Kumar", deputies: ["Vikram Rao"] } }]);
    const { body: notified } = await owner.get("/notifications");
    expect(notified.data.map(({ text }) => text)).toContain(
      "Anil Kumar named Vikram Rao as deputy",
    );
  });

  test("refuses who can't approve, oneself, others' people and impossible days", async () => {
    const { owner, approver, second, ids } = await teamOfAnil(world);
    const outsider = await world.team();
    const fieldsOf = async (deputies: string[], leave: object = noLeave) =>
      (await approver.put("/deputies/own", { deputies, ...leave })).body.error.fields;
    expect(await fieldsOf([ids.priya])).toMatchObject({
      deputies: "Priya Nair can't approve: make them an approver first",
    });
    expect(await fieldsOf([ids.anil])).toMatchObject({
      deputies: "Anil Kumar can't be their own deputy",
    });
    expect(await fieldsOf([outsider.owner.id])).toMatchObject({
      deputies: "Name active members only",
    });
    const days = { away_from: dayAfter(2), away_until: dayAfter(1) };
    expect(await fieldsOf([ids.vikram], days)).toMatchObject({
      away_until: "The last day is before the first",
    });
    expect(await fieldsOf([], { away_from: dayAfter(0), away_until: dayAfter(1) })).toMatchObject({
      deputies: "Name a deputy for these days",
    });
    expect(
      await fieldsOf([ids.vikram], { away_from: dayAfter(0), away_until: null }),
    ).toMatchObject({ away_until: "Enter the last day" });
    expect((await outsider.owner.get(`/deputies/${ids.anil}`)).status).toBe(404);
    await world.disable(owner, second);
    expect(await fieldsOf([ids.vikram])).toMatchObject({ deputies: "Name active members only" });
  });

  test("is refused to a person whose disabling commits first", async () => {
    const { owner, approver, ids } = await teamOfAnil(world);
    const body = { deputies: [ids.vikram], ...noLeave };
    const asked = await approver.put("/deputies/own", body, { signature: null });
    const { token } = await issueToken(asked.body.error.step_up?.id ?? "");
    const { waiting } = await transaction(async (db) => {
      await disableMember(db, null, owner.id, ids.anil);
      const answer = approver.put("/deputies/own", body, { signature: token });
      await expect.poll(waitingForLocks).toBe(1);
      return { waiting: answer };
    });
    expect((await waiting).body.error.code).toBe("NOT_SIGNED_IN");
    expect(await readDeputies(owner, ids.anil)).toMatchObject({ deputies: [] });
  });

  test("is shown in the team, and a deputy who can't approve any more is marked", async () => {
    const { owner, second, ids } = await teamOfAnil(world);
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    const { body } = await owner.get("/team");
    expect(body.data.members.find((one) => one.id === ids.anil)).toMatchObject({
      deputies: [{ name: "Vikram Rao" }],
      away_from: null,
    });
    await world.disable(owner, second);
    expect(await readDeputies(owner, ids.anil)).toMatchObject({
      deputies: [{ name: "Vikram Rao", can_approve: false }],
    });
  });
});

describe("the verification bears clocks that differ by half a minute, not by more", () => {
  /** What it finds once the approval of a request was given so many seconds earlier than a time. */
  async function faultsOf(requestId: string, seconds: number, time: string) {
    return rolledBack(
      async (db) => {
        await sql`alter table request_approvals disable trigger user`.execute(db);
        await sql`
          update request_approvals
          set given_at = (${sql.raw(time)}) - make_interval(secs => ${seconds})
          where request_id = ${requestId}
        `.execute(db);
      },
      (db) => verifyApprovals(db),
    );
  }
  const faultOf = (where: string) => ({ rule: approvalRule.deputy, where });

  test("where an approval follows the naming and the absence at once", async () => {
    const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
    const { id, content_hash } = await world.request(preparer);
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    await world.disable(owner, approver);
    await world.approve(second, [{ id, content_hash }]);
    const named = `select named_at from deputies where person_id = '${ids.anil}'`;
    expect(await faultsOf(id, 30, named)).toEqual([]);
    expect(await faultsOf(id, 120, named)).toEqual([faultOf(id)]);
  });

  test("where an approval is given as a leave begins or ends at midnight", async () => {
    const { preparer, approver, second, ids } = await teamOfAnil(world);
    const { id, content_hash } = await world.request(preparer);
    const today = dayAfter(0);
    await nameDeputies(approver, "own", [ids.vikram], { away_from: today, away_until: today });
    await world.approve(second, [{ id, content_hash }]);
    await sql`
      update deputies set named_at = now() - interval '2 days' where person_id = ${ids.anil}
    `.execute(database());
    const midnight = (day: string) => `timestamptz '${day}T00:00:00+05:30'`;
    for (const [seconds, faults] of [
      [30, []],
      [120, [faultOf(id)]],
    ] as const) {
      expect(await faultsOf(id, seconds, midnight(today))).toEqual(faults);
      expect(await faultsOf(id, -seconds, midnight(dayAfter(1)))).toEqual(faults);
    }
  });
});
