// The guarantee: what a person signs is carried out once, for this person, session, business and content,
// while the person may still do it. Each signed call has a row, each attack is a column.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { takesSignature, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { chooseTenant } from "@rokad/contract/sign-in";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addedLongAgo, joinedLongAgo } from "../added-long-ago.ts";
import { openApprovalWorld, type ApprovalWorld } from "../approval-world.ts";
import { actsAfter, newestSeq } from "../audit-log.ts";
import { callPermissions } from "../call-permissions.ts";
import { changeTeam } from "../change-team.ts";
import { rolesOf } from "../expected-errors.ts";
import { memberIdOf } from "../member-id.ts";
import type { SignedAct } from "../signed-act.ts";
import { sendSigned, sign, type SignedOptions } from "../signed-call.ts";
import { openScenes, type Scene, type Scenes } from "../signed-scene.ts";
import type { SignedIn } from "../signed-in.ts";
import { transaction } from "../../src/database/db.ts";
import { addMember } from "../../src/identity/members/add-member.ts";
import { newId } from "../../src/kernel/ids.ts";

const signed = calls.filter(takesSignature);

const namesOf = (isNamed: (call: Call) => boolean) =>
  signed.filter(isNamed).map(({ name }) => name);
/** The fields of a body that say what the person read. */
const readFields = /"(content_hash|base_version|version|seen|seen_set_at|balance)"/;
const shapeOf = ({ body }: Call) =>
  body ? JSON.stringify(z.toJSONSchema(body, { io: "input", unrepresentable: "any" })) : "";
const isOfOneBusiness = ({ path }: Call) => path.includes("{id}");

/** A role that may not make the call; undefined if every role may. */
function lesserRole({ name, who }: Call): "auditor" | "viewer" | undefined {
  const role = who === "superadmin" ? "auditor" : "viewer";
  const roles = rolesOf(callPermissions[name] ?? "anyone");
  return roles && !roles.includes(role) ? role : undefined;
}

let world: ApprovalWorld;
let scenes: Scenes;
beforeAll(async () => {
  world = await openApprovalWorld();
  scenes = await openScenes(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

type Refusal = readonly [status: number, code: string];
const notSigned: Refusal = [403, "STEP_UP_REQUIRED"];
const notSignedIn: Refusal = [401, "NOT_SIGNED_IN"];
const unknown: Refusal = [404, "NOT_FOUND"];

/** Sends what must be refused, and changes nothing. */
async function expectRefused(
  expected: Refusal,
  by: SignedIn,
  call: Call,
  act: SignedAct,
  options: SignedOptions,
): Promise<void> {
  const before = await newestSeq();
  const { status, code } = await sendSigned(world, by, call, act, options);
  expect([status, code]).toEqual(expected);
  expect(await actsAfter(before)).toEqual([]);
}

/** Makes the person old enough to be a second one, whose account was enabled or promoted just now. */
async function rolesBeganLongAgo({ team }: Scene, { mobile }: SignedIn, id: string) {
  await (team === null ? addedLongAgo(mobile) : joinedLongAgo(team, id));
}

/** Makes the person an owner of another business, and goes on there with the same session. */
async function moveTo(person: SignedIn, tenant_id: string): Promise<void> {
  const { mobile } = person;
  const member = { mobile, name: "Newcomer", roles: ["owner"] as const };
  await transaction((db) => addMember(db, null, tenant_id, member));
  await person.ask(chooseTenant, { body: { tenant_id } });
}

interface Column {
  readonly refuses: string;
  /** The names of the calls that it can't be tried on, and why. */
  readonly without?: { readonly why: string; readonly calls: readonly string[] };
  readonly attack: (call: Call) => Promise<void>;
}

const columns: readonly Column[] = [
  {
    refuses: "the signature of another person",
    async attack(call) {
      const { scene, act } = await scenes.targetOf(call);
      const signature = await sign(world, scene.colleague, call, act);
      await expectRefused(notSigned, scene.signer, call, act, { signature });
    },
  },
  {
    refuses: "a signature of another item or content",
    without: {
      why: "They have no input",
      calls: namesOf((call) => !call.params && !call.body),
    },
    async attack(call) {
      const { scene, act, otherSignature } = await scenes.targetOf(call);
      await expectRefused(notSigned, scene.signer, call, act, { signature: otherSignature });
    },
  },
  {
    refuses: "the signature of another session of the same person",
    async attack(call) {
      const { scene, act } = await scenes.targetOf(call);
      const signature = await sign(world, scene.signer, call, act);
      await expectRefused(notSigned, scene.signerElsewhere, call, act, { signature });
    },
  },
  {
    refuses: "a signature given for another business of the same person",
    without: {
      why: "Super admins act for the installation, which is one",
      calls: namesOf(({ who }) => who === "superadmin"),
    },
    async attack(call) {
      const { scene, act } = await scenes.targetOf(call);
      const person = await scene.newcomer();
      const signature = await sign(world, person, call, act);
      await moveTo(person, (await world.operator()).id);
      // What is of the first business is unknown in the other.
      const expected = isOfOneBusiness(call) ? unknown : notSigned;
      await expectRefused(expected, person, call, act, { signature });
    },
  },
  {
    refuses: "the signature of a person who was disabled, and after they were enabled again",
    async attack(call) {
      const { scene, act } = await scenes.targetOf(call);
      const person = await scene.newcomer();
      const signature = await sign(world, person, call, act);
      const id = await memberIdOf(person);
      await changeTeam.disable(scene, id);
      await expectRefused(notSignedIn, person, call, act, { signature });
      await changeTeam.enable(scene, id);
      await rolesBeganLongAgo(scene, person, id);
      await expectRefused(notSignedIn, person, call, act, { signature });
      const back = await world.signIn(person.mobile);
      await expectRefused(notSigned, back, call, act, { signature });
    },
  },
  {
    refuses: "the signature of a person who lost the role",
    without: { why: "Every role may", calls: namesOf((call) => lesserRole(call) === undefined) },
    async attack(call) {
      const { scene, act } = await scenes.targetOf(call);
      const { colleague: person } = scene;
      const signature = await sign(world, person, call, act);
      const id = await memberIdOf(person);
      await changeTeam.demote(scene, id);
      await expectRefused([403, "FORBIDDEN"], person, call, act, { signature });
      await changeTeam.promote(scene, id);
      await rolesBeganLongAgo(scene, person, id);
    },
  },
  {
    refuses: "a used signature",
    async attack(call) {
      const scene = await scenes.sceneOf(call);
      const act = await scenes.actOf(scene, call);
      const options = { signature: await sign(world, scene.signer, call, act), key: newId() };
      const first = await sendSigned(world, scene.signer, call, act, options);
      expect([first.status, first.text]).toEqual([call.status ?? 200, first.text]);
      const before = await newestSeq();
      const again = await sendSigned(world, scene.signer, call, act, { ...options, key: newId() });
      expect([again.status >= 400, again.text]).toEqual([true, again.text]);
      if (call.idempotent) {
        const repeat = await sendSigned(world, scene.signer, call, act, { key: options.key });
        expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
      }
      expect(await actsAfter(before)).toEqual([]);
    },
  },
  {
    refuses: "what changed since it was signed",
    without: {
      why: "Their body names nothing that was read",
      calls: namesOf((call) => !readFields.test(shapeOf(call))),
    },
    async attack(call) {
      const scene = await scenes.sceneOf(call);
      const act = await scenes.actOf(scene, call);
      const signature = await sign(world, scene.signer, call, act);
      if (!act.outdate) throw new Error(`The row of ${call.name} lacks outdate`);
      await act.outdate();
      const before = await newestSeq();
      const { text } = await sendSigned(world, scene.signer, call, act, { signature });
      expect(text).toMatch(/"code":"[A-Z_]+_CHANGED"/);
      expect(await actsAfter(before)).toEqual([]);
    },
  },
];

const table = columns.flatMap((column) =>
  signed
    .filter(({ name }) => !column.without?.calls.includes(name))
    .map((call) => [call.name, column.refuses, { call, column }] as const),
);

test.for(table)("%s refuses %s", ([, , { call, column }]) => column.attack(call));

test("few calls escape a case", () => {
  const escaping = (refuses: string) =>
    columns.find((column) => column.refuses === refuses)?.without?.calls;
  expect(escaping("a signature of another item or content")).toEqual(["beginPasskey", "leaveTeam"]);
  expect(escaping("the signature of a person who lost the role")).toEqual([
    "beginPasskey",
    "leaveTeam",
    "changeOwnName",
    "changeAdminEmailAddress",
  ]);
  const changed = escaping("what changed since it was signed");
  expect(signed.map(({ name }) => name).filter((name) => !changed?.includes(name))).toEqual([
    "runPayoutBatch",
    "approvePayoutBatch",
    "startSchedule",
    "approveSchedule",
    "approvePaymentRequests",
    "saveApprovalPolicy",
    "payOutBalance",
    "setRemainderAside",
    "changeSettings",
    "changeReceivingAccount",
    "changeCredential",
  ]);
});
