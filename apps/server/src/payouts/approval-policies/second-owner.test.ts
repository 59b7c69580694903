// The guarantee: what needs a second owner is not decided by one, who adds, removes or enables others.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../../../test/approval-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction } from "../../database/db.ts";
import { addMember } from "../../identity/members/add-member.ts";
import { changeRoles } from "../../identity/members/change-roles.ts";
import { enableMember } from "../../identity/members/set-member-status.ts";

let world: ApprovalWorld;
beforeAll(async () => {
  world = await openApprovalWorld();
});
afterAll(() => world.close());

const any = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
const alone = [{ ...any, steps: [] }];
const guarded = [{ ...any, steps: [{ approvals: 1, roles: ["approver"], people: [] }] }];

/** A business with two owners and a policy that asks for approvals. */
async function openBusiness() {
  const { owner } = await world.team({ bands: guarded });
  const second = await world.member(owner, ["owner"], "Second Owner");
  const secondId = await world.memberIdOf(second);
  return { owner, second, secondId };
}

/** An owner who joined just now. */
async function newOwner(owner: SignedIn): Promise<SignedIn> {
  const mobile = world.newMobile();
  const person = { mobile, name: "New Owner", roles: ["owner"] as const };
  await transaction((db) => addMember(db, null, owner.id, person));
  return world.signIn(mobile);
}

function propose(owner: SignedIn) {
  return owner.put("/approval-policy", { bands: alone, base_version: 1, reason: "A test" });
}

async function proposal(owner: SignedIn): Promise<string> {
  const { body } = await propose(owner);
  expect(body.data.state).toBe("proposed");
  return body.data.id;
}

const confirm = (owner: SignedIn, id: string) => owner.post(`/approval-policy/${id}/confirm`, {});
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];
const secondNeeded = [409, "SECOND_OWNER_NEEDED"];
const tooNew = [409, "CONFIRMER_TOO_NEW"];

/** As if the owner had been removed before the waiting time. */
async function letWaitingTimePass(personId: string): Promise<void> {
  await sql`
    update memberships set owner_until = owner_until - interval '30 days'
    where person_id = ${personId}
  `.execute(database());
}

describe("a change of the policy", () => {
  test("is confirmed by another owner who was one before", async () => {
    const { owner, second } = await openBusiness();
    const id = await proposal(owner);
    expect(codeOf(await confirm(owner, id))).toEqual(secondNeeded);
    expect((await confirm(second, id)).body.data.state).toBe("in_force");
  });

  test("is not confirmed by its proposer, who disabled the other owner", async () => {
    const { owner, second, secondId } = await openBusiness();
    const id = await proposal(owner);
    await world.disable(owner, second);
    expect(codeOf(await confirm(owner, id))).toEqual(secondNeeded);
    await owner.post(`/approval-policy/${id}/reject`, { reason: "To try again" });
    const again = await propose(owner);
    expect(codeOf(again)).toEqual(secondNeeded);
    expect(again.body.error.message).toMatch(
      /^Second Owner was an owner until .*\. You can decide alone from .*\.$/,
    );
    await letWaitingTimePass(secondId);
    expect((await propose(owner)).body.data.state).toBe("in_force");
  });

  test("is not decided alone by who demoted the other owner", async () => {
    const { owner, secondId } = await openBusiness();
    await transaction((db) => changeRoles(db, null, owner.id, secondId, ["viewer"]));
    expect(codeOf(await propose(owner))).toEqual(secondNeeded);
  });

  test("is not confirmed by an owner who was enabled or promoted again", async () => {
    for (const roles of [["viewer"] as const, undefined]) {
      const { owner, second, secondId } = await openBusiness();
      const id = await proposal(owner);
      if (roles) {
        await transaction((db) => changeRoles(db, null, owner.id, secondId, roles));
        await transaction((db) => changeRoles(db, null, owner.id, secondId, ["owner"]));
      } else {
        await world.disable(owner, second);
        await transaction((db) => enableMember(db, null, owner.id, secondId));
      }
      const back = await world.signIn(second.mobile);
      expect(codeOf(await confirm(back, id))).toEqual(tooNew);
    }
  });

  test("is neither confirmed nor proposed by a new owner", async () => {
    const { owner } = await openBusiness();
    const accomplice = await newOwner(owner);
    expect(codeOf(await propose(accomplice))).toEqual(tooNew);
    expect(codeOf(await confirm(accomplice, await proposal(owner)))).toEqual(tooNew);
  });

  test("needs no waiting time in a business that never had money", async () => {
    const owner = await world.operator();
    await world.member(owner, ["approver"]);
    const second = await newOwner(owner);
    const { body } = await owner.put("/approval-policy", {
      bands: guarded,
      base_version: null,
      reason: "A test",
    });
    expect((await confirm(second, body.data.id)).body.data.state).toBe("in_force");
  });
});

describe("the limits of an owner", () => {
  const limits = { per_payout: 1_000, per_day: null };
  const none = { per_payout: null, per_day: null };
  const set = async (by: SignedIn, of: SignedIn, form: object) =>
    by.put(`/member-limits/${await world.memberIdOf(of)}`, form);

  test("are lowered by themselves, and raised by another owner only", async () => {
    const { owner, second } = await openBusiness();
    expect((await set(owner, owner, limits)).status).toBe(200);
    expect((await set(owner, owner, { per_payout: 900, per_day: 5_000 })).status).toBe(200);
    expect(codeOf(await set(owner, owner, { per_payout: 901, per_day: 5_000 }))).toEqual(
      secondNeeded,
    );
    expect(codeOf(await set(owner, owner, none))).toEqual(secondNeeded);
    expect((await set(second, owner, none)).status).toBe(200);
  });

  test("are not raised after the other owner was disabled, nor by a new owner", async () => {
    const { owner, second } = await openBusiness();
    await set(owner, owner, limits);
    await world.disable(owner, second);
    expect(codeOf(await set(owner, owner, none))).toEqual(secondNeeded);
    expect(codeOf(await set(await newOwner(owner), owner, none))).toEqual(tooNew);
  });

  test("are their own choice for the only owner", async () => {
    const { owner } = await world.team();
    await set(owner, owner, limits);
    expect((await set(owner, owner, none)).status).toBe(200);
  });
});
