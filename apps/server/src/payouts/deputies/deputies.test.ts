// The guarantee: what waits for a person who can't approve goes to the deputies, who take the place
// of that person once, never for what they or the person prepared, and only while named.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBatchWorld, type BatchWorld } from "../../../test/batch-world.ts";
import {
  everyPayout,
  dayAfter,
  dayMs,
  nameDeputies,
  readDeputies,
  teamOfAnil,
} from "../../../test/deputies.ts";
import { impsOrder } from "../../../test/forms.ts";
import { rolledBack } from "../../../test/rolled-back.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { changeRoles } from "../../identity/members/change-roles.ts";
import { disableMember, enableMember } from "../../identity/members/set-member-status.ts";
import { approvalRule, verifyApprovals } from "../requests/verify-approvals.ts";

let world: BatchWorld;
beforeAll(async () => {
  world = await openBatchWorld();
});
afterAll(() => world.close());

describe("what waits for a disabled person", () => {
  test("is listed, blocked, and goes to the deputy whom an owner names", async () => {
    const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
    const request = await world.request(preparer);
    await world.disable(owner, approver);
    expect((await world.read(owner, request.id)).waiting_for?.sentence).toMatch(
      /^Nobody can approve this step: .+ can name a deputy or add an approver$/,
    );
    expect(await readDeputies(owner, ids.anil)).toMatchObject({
      name: "Anil Kumar",
      deputies: [],
      waiting: [{ kind: "request", id: request.id, needs_person: true }],
      needs_person_count: 1,
    });
    expect(await world.approve(second, [request])).toMatchObject([{ code: "FORBIDDEN" }]);

    await nameDeputies(owner, ids.anil, [ids.vikram]);
    const sentence = "Waits for Vikram Rao (for Anil Kumar)";
    expect((await world.read(second, request.id)).waiting_for).toMatchObject({
      people: [{ name: "Vikram Rao", in_place_of: { id: ids.anil, name: "Anil Kumar" } }],
      sentence,
    });
    expect((await second.get("/payment-requests?view=waiting_for_me")).body.data).toHaveLength(1);
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "sent" }]);
    const approved = await world.read(owner, request.id);
    expect(approved.steps).toMatchObject([
      { given: [{ by: { name: "Vikram Rao" }, in_place_of: { name: "Anil Kumar" } }] },
    ]);
    expect(approved.timeline.map((line) => line.sentence)).toContain(
      "Approved: in place of Anil Kumar",
    );
    await world.check();
  });

  test("notifies the business once a person can approve it again", async () => {
    const { owner, preparer, approver, ids } = await teamOfAnil(world);
    await world.request(preparer);
    await world.disable(owner, approver);
    await world.later(2 * dayMs, () => world.remind());
    expect(await world.notificationKinds(owner)).toContain("request_stuck");
    const waitingBefore = (await world.notificationKinds(owner)).filter(
      (kind) => kind === "request_waiting",
    ).length;
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    const kinds = await world.notificationKinds(owner);
    expect(kinds.filter((kind) => kind === "request_waiting")).toHaveLength(waitingBefore + 1);
  });

  test("goes to the deputy of a batch too", async () => {
    const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
    const draft = await world.draft(preparer, world.csvOf([900, 800]));
    const content = { content_hash: draft.content_hash };
    await preparer.post(`/payout-batches/${draft.id}/submit`, content);
    await world.disable(owner, approver);
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    expect((await world.readBatch(second, draft.id)).approval?.waiting_for).toBe(
      "Waits for Vikram Rao (for Anil Kumar)",
    );
    const { status } = await second.post(`/payout-batches/${draft.id}/approve`, content);
    expect(status).toBe(200);
    await world.workBatches();
    await world.checkBatches();
    await world.check();
  });

  test("also goes to the deputy when the person is no approver any more", async () => {
    const { owner, preparer, second, ids } = await teamOfAnil(world);
    const request = await world.request(preparer);
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "refused" }]);
    await transaction((db) => changeRoles(db, null, owner.id, ids.anil, ["viewer"]));
    expect(await world.approve(second, [request])).toMatchObject([{ outcome: "sent" }]);
    await world.check();
  });
});

describe("on leave", () => {
  test("the deputy approves on those days only, and the person still can", async () => {
    const { preparer, approver, second, ids } = await teamOfAnil(world);
    const [before, during, own] = [
      await world.request(preparer),
      await world.request(preparer),
      await world.request(preparer),
    ];
    const leave = { away_from: dayAfter(1), away_until: dayAfter(3) };
    expect(await nameDeputies(approver, "own", [ids.vikram], leave)).toMatchObject(leave);
    expect(await world.approve(second, [before])).toMatchObject([{ outcome: "refused" }]);
    await world.later(2 * dayMs, async () => {
      const next = await world.signIn(second.mobile);
      expect(await world.approve(next, [during])).toMatchObject([{ outcome: "sent" }]);
      const anil = await world.signIn(approver.mobile);
      expect(await world.approve(anil, [own])).toMatchObject([{ outcome: "sent" }]);
    });
    await world.later(4 * dayMs, async () => {
      const next = await world.signIn(second.mobile);
      expect(await world.approve(next, [before])).toMatchObject([{ outcome: "refused" }]);
    });
    await world.check();
  });

  test("person and deputy give one approval together, also at once", async () => {
    const team = await world.team();
    const [anil, vikram] = [
      await world.memberIdOf(team.approver),
      await world.memberIdOf(team.second),
    ];
    await world.savePolicy(team.owner, [
      { ...everyPayout, steps: [{ approvals: 2, roles: ["owner"], people: [anil] }] },
    ]);
    await nameDeputies(team.approver, "own", [vikram], {
      away_from: dayAfter(0),
      away_until: dayAfter(1),
    });
    for (const race of [false, true]) {
      const request = await world.request(team.preparer);
      const acts = [team.approver, team.second].map((by) => () => world.approve(by, [request]));
      const outcomes = race
        ? await Promise.all(acts.map((act) => act()))
        : [await acts[0]?.(), await acts[1]?.()];
      expect(
        outcomes
          .flat()
          .map((one) => one?.code ?? one?.outcome)
          .toSorted(),
      ).toEqual(["ALREADY_APPROVED", "recorded"]);
    }
    await world.check();
  });
});

describe("a deputy never approves", () => {
  test("what they prepared, and nothing for the person who prepared it", async () => {
    const team = await world.team();
    const [owner, anil] = [team.owner.id, await world.memberIdOf(team.approver)];
    await world.savePolicy(team.owner, [
      { ...everyPayout, steps: [{ approvals: 1, roles: [], people: [owner, anil] }] },
    ]);
    // Vikram stands in for the owner, who prepared it; the owner stands in for Anil.
    await nameDeputies(team.owner, "own", [await world.memberIdOf(team.second)], {
      away_from: dayAfter(0),
      away_until: dayAfter(1),
    });
    await nameDeputies(team.owner, anil, [owner]);
    const request = await world.request(team.owner);
    await world.disable(team.owner, team.approver);
    expect(await world.approve(team.second, [request])).toMatchObject([{ outcome: "refused" }]);
    expect(await world.approve(team.owner, [request])).toMatchObject([{ code: "OWN_REQUEST" }]);
    await world.check();
  });

  test("twice: for themselves and in a place", async () => {
    const team = await world.team();
    const anil = await world.memberIdOf(team.approver);
    await world.savePolicy(team.owner, [
      { ...everyPayout, steps: [{ approvals: 1, roles: [], people: [anil] }, ownerStep] },
    ]);
    await nameDeputies(team.owner, anil, [team.owner.id]);
    const request = await world.request(team.preparer);
    await world.disable(team.owner, team.approver);
    expect(await world.approve(team.owner, [request])).toMatchObject([{ outcome: "recorded" }]);
    expect(await world.approve(team.owner, [request])).toMatchObject([
      { code: "ALREADY_APPROVED" },
    ]);
    await world.check();
  });
  const ownerStep = { approvals: 1, roles: ["owner"], people: [] };

  test("above the limit of the person or their own", async () => {
    const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
    await world.setLimits(owner, approver, { per_payout: null, per_day: 900 });
    const [one, other] = [
      await world.request(preparer, impsOrder({ amount: 600 })),
      await world.request(preparer, impsOrder({ amount: 500 })),
    ];
    await nameDeputies(owner, ids.anil, [ids.vikram]);
    await world.disable(owner, approver);
    expect(await world.approve(second, [one])).toMatchObject([{ outcome: "sent" }]);
    expect(await world.approve(second, [other])).toMatchObject([
      {
        code: "PERSON_LIMIT_EXCEEDED",
        message: "Anil Kumar's limit per day is ₹900. Ask another person or an owner.",
      },
    ]);
    await world.check();
  });
});

describe("between the signature and the approval", () => {
  /** A request that a deputy has signed, and what happens when a change commits first. */
  async function approveDuring(
    change: (db: Tx, team: Awaited<ReturnType<typeof teamOfAnil>>) => Promise<unknown>,
  ) {
    const team = await teamOfAnil(world);
    const request = await world.request(team.preparer);
    await nameDeputies(team.owner, team.ids.anil, [team.ids.vikram]);
    await world.disable(team.owner, team.approver);
    const token = await world.signApprovals(team.second, [request]);
    const { waiting } = await transaction(async (db) => {
      await change(db, team);
      const answer = world.askToApprove(team.second, [request], token);
      await expect.poll(waitingForLocks).toBe(1);
      return { waiting: answer };
    });
    const { body } = await waiting;
    expect(body.data).toMatchObject([{ outcome: "refused" }]);
    expect((await world.read(team.owner, request.id)).state).toBe("awaiting_approval");
    await world.check();
  }

  test("a deputy who is removed approves nothing", () =>
    approveDuring(async (db, { owner, ids }) => {
      await sql`
        select from memberships where tenant_id = ${owner.id} and person_id = ${ids.anil}
        for no key update
      `.execute(db);
      await sql`
        update deputies set ended_at = now()
        where tenant_id = ${owner.id} and person_id = ${ids.anil}
      `.execute(db);
    }));

  test("a deputy who is disabled approves nothing", () =>
    approveDuring((db, { owner, ids }) => disableMember(db, null, owner.id, ids.vikram)));

  test("an approval and a change of the deputies at once have one right outcome", async () => {
    const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
    await world.disable(owner, approver);
    for (let round = 0; round < 5; round += 1) {
      await nameDeputies(owner, ids.anil, [ids.vikram]);
      const request = await world.request(preparer);
      const [outcomes] = await Promise.all([
        world.approve(second, [request]),
        nameDeputies(owner, ids.anil, [ids.owner]),
      ]);
      const isSent = outcomes[0]?.outcome === "sent";
      expect((await world.read(owner, request.id)).payout !== null).toBe(isSent);
      await world.check();
    }
  });
});

test("the verification finds an approval in a place that was nobody's to take", async () => {
  const { owner, preparer, approver, second, ids } = await teamOfAnil(world);
  const request = await world.request(preparer);
  await nameDeputies(owner, ids.anil, [ids.vikram]);
  await world.disable(owner, approver);
  await world.approve(second, [request]);
  expect(await verifyApprovals(database())).toEqual([]);
  await sql`delete from deputies where person_id = ${ids.anil}`.execute(database());
  expect(await verifyApprovals(database())).toEqual([
    { rule: approvalRule.deputy, where: request.id },
  ]);
  await sql`
    insert into deputies (id, tenant_id, person_id, deputy_id, named_by, named_at)
    values (gen_random_uuid(), ${owner.id}, ${ids.anil}, ${ids.vikram}, ${owner.id}, '2026-01-01')
  `.execute(database());
  expect(await verifyApprovals(database())).toEqual([]);
  // Enabled again before the approval: absent once is not absent then.
  const enabledAgain = await rolledBack(
    async (db) => {
      await enableMember(db, null, owner.id, ids.anil);
      await sql`alter table request_approvals disable trigger user`.execute(db);
      await sql`update request_approvals set given_at = now() + interval '2 minutes'
        where in_place_of = ${ids.anil}`.execute(db);
    },
    (db) => verifyApprovals(db),
  );
  expect(enabledAgain).toEqual([{ rule: approvalRule.deputy, where: request.id }]);
});
