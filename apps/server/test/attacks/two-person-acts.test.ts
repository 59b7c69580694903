// The guarantee: what two people decide is never decided by one, with whichever accounts and in whichever
// order. Each such decision has a row, each attack is a column.
// Run them: npx vitest run --project=database apps/server/test/attacks
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApprovalWorld, type ApprovalWorld } from "../approval-world.ts";
import { changeTeam } from "../change-team.ts";
import { memberIdOf } from "../member-id.ts";
import type { SignedAct } from "../signed-act.ts";
import type { SignedIn } from "../signed-in.ts";
import { decidedByTwo } from "../two-person-rows.ts";
import {
  openTwoPersonScenes,
  type TwoPersonScene,
  type TwoPersonScenes,
} from "../two-person-scene.ts";

let world: ApprovalWorld;
let scenes: TwoPersonScenes;
beforeAll(async () => {
  world = await openApprovalWorld();
  scenes = await openTwoPersonScenes(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

function expectError({ text }: { readonly text: string }, code: string | RegExp): void {
  expect(/"code":"(\w+)"/.exec(text)?.[1] ?? text).toMatch(code);
}

const secondNeeded = /^SECOND_(APPROVER|OWNER)_NEEDED$/;

interface Column {
  readonly name: string;
  /** The rows that it is tried on; all by default. */
  readonly triedOn?: readonly string[];
  readonly attack: (scene: TwoPersonScene) => Promise<void>;
}

/** A decision of the first person, and a second one; `changes` is the person whom the case changes. */
async function begun(scene: TwoPersonScene, changes?: "first" | "second") {
  const pair = await scene.pair();
  const first = changes === "first" ? await scene.person() : pair[0];
  const second = changes === "second" ? await scene.person() : pair[1];
  return { first, second, act: await scene.row.begin(first) };
}

/** The first person's decision does not count: the next one is refused, or becomes the first. */
async function expectNotCompleted(scene: TwoPersonScene, second: SignedIn, act: SignedAct) {
  const { answer, isDone } = await scene.decide(second, act);
  expect(isDone).toBe(false);
  if (scene.row.firstGone === undefined)
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  else expectError(answer, scene.row.firstGone);
}

const columns: readonly Column[] = [
  {
    name: "is decided by two old people",
    async attack(scene) {
      const { second, act } = await begun(scene);
      const { answer, isDone } = await scene.decide(second, act);
      expect([isDone, answer.text]).toEqual([true, answer.text]);
    },
  },
  {
    name: "is not decided twice by the same person",
    async attack(scene) {
      const { first, act } = await begun(scene);
      const { answer, isDone } = await scene.decide(first, act);
      expectError(answer, scene.row.own ?? secondNeeded);
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided by a second person who is too new",
    async attack(scene) {
      const { act } = await begun(scene);
      const { answer, isDone } = await scene.decide(await scene.newcomer(), act);
      expectError(answer, "CONFIRMER_TOO_NEW");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided after a first person who is too new",
    async attack(scene) {
      const [, second] = await scene.pair();
      const first = await scene.newcomer();
      const act = await beginIfAllowed(scene, first);
      if (act) await expectNotCompleted(scene, second, act);
    },
  },
  {
    name: "is decided by a person added after the first decision, once they count",
    // A proposal is withdrawn and made again instead.
    triedOn: [
      "a deposit",
      "several deposits",
      "a deposit in a statement",
      "the tenant of a credit",
      "the return of a credit",
      "a return",
      "a difference",
    ],
    async attack(scene) {
      const { first, act } = await begun(scene, "first");
      const newcomer = await scene.newcomer();
      await world.afterSeconds(25 * 60 * 60, async () => {
        const second = await world.signIn(newcomer.mobile);
        // Theirs is the first decision now.
        await expectNotCompleted(scene, second, act);
        const { answer } = await scene.decide(second, act);
        expectError(answer, scene.row.own ?? secondNeeded);
        const last = await scene.decide(await world.signIn(first.mobile), act);
        expect([last.isDone, last.answer.text]).toEqual([true, last.answer.text]);
      });
    },
  },
  {
    name: "is not decided by a second person who was enabled again after the first decided",
    async attack(scene) {
      const { second, act } = await begun(scene, "second");
      const id = await memberIdOf(second);
      await changeTeam.disable(scene, id);
      await changeTeam.enable(scene, id);
      const { answer, isDone } = await scene.decide(await world.signIn(second.mobile), act);
      expectError(answer, "CONFIRMER_TOO_NEW");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided by a second person who got the role after the first decided",
    async attack(scene) {
      const { second, act } = await begun(scene, "second");
      const id = await memberIdOf(second);
      await changeTeam.demote(scene, id);
      await changeTeam.promote(scene, id);
      const { answer, isDone } = await scene.decide(second, act);
      expectError(answer, "CONFIRMER_TOO_NEW");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided by a second person who signed and was disabled",
    async attack(scene) {
      const { second, act } = await begun(scene, "second");
      const signature = await scene.sign(second, act);
      await changeTeam.disable(scene, await memberIdOf(second));
      const { answer, isDone } = await scene.decide(second, act, signature);
      expectError(answer, "NOT_SIGNED_IN");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided by a second person who signed and lost the role",
    async attack(scene) {
      const { second, act } = await begun(scene, "second");
      const signature = await scene.sign(second, act);
      await changeTeam.demote(scene, await memberIdOf(second));
      const { answer, isDone } = await scene.decide(second, act, signature);
      expectError(answer, "FORBIDDEN");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided after a first person who was disabled",
    async attack(scene) {
      const { first, second, act } = await begun(scene, "first");
      await changeTeam.disable(scene, await memberIdOf(first));
      await expectNotCompleted(scene, second, act);
    },
  },
  {
    name: "is not decided after a first person who lost the role",
    async attack(scene) {
      const { first, second, act } = await begun(scene, "first");
      await changeTeam.demote(scene, await memberIdOf(first));
      await expectNotCompleted(scene, second, act);
    },
  },
  {
    name: "is not decided by another decision than the first one",
    // The second request of the others says nothing that could differ.
    triedOn: ["a deposit", "the tenant of a credit", "the return of a credit", "a return"],
    async attack(scene) {
      const { second, act } = await begun(scene);
      const other = scene.row.otherwise?.(act) ?? act;
      const { answer, isDone } = await scene.decide(second, other);
      expect([answer.status, isDone, answer.text]).toEqual([200, false, answer.text]);
    },
  },
  {
    name: "is not decided once what it was based on has changed",
    triedOn: ["a setting"],
    async attack(scene) {
      const { second, act } = await begun(scene);
      const signature = await scene.sign(second, act);
      await scene.row.outdated?.outdate(act);
      const { answer, isDone } = await scene.decide(second, act, signature);
      expectError(answer, scene.row.outdated?.code ?? "");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is not decided by a signature for another item",
    // One setting, credential or policy can wait at a time, and a difference takes no signature.
    triedOn: [
      "a deposit",
      "several deposits",
      "a deposit in a statement",
      "the tenant of a credit",
      "the return of a credit",
      "an adjustment",
      "the outcome of a payout",
      "a return",
      "a receiving account",
    ],
    async attack(scene) {
      const { first, second, act } = await begun(scene);
      const other = await scene.row.begin(first);
      const signature = await scene.sign(second, other);
      const { answer, isDone } = await scene.decide(second, act, signature);
      expectError(answer, "STEP_UP_REQUIRED");
      expect(isDone).toBe(false);
    },
  },
  {
    name: "is decided once when the second person repeats the request",
    async attack(scene) {
      const { second, act } = await begun(scene);
      const signature = await scene.sign(second, act);
      expect((await scene.decide(second, act, signature)).isDone).toBe(true);
      const { answer, isDone } = await scene.decide(second, act, signature);
      expect([isDone, answer.text]).toEqual([false, answer.text]);
    },
  },
];

/** A newcomer may be refused at once. */
async function beginIfAllowed(
  { row }: TwoPersonScene,
  first: SignedIn,
): Promise<SignedAct | undefined> {
  try {
    return await row.begin(first);
  } catch (error) {
    expect(String(error)).toContain("CONFIRMER_TOO_NEW");
    return undefined;
  }
}

const names = [
  "a deposit",
  "several deposits",
  "a deposit in a statement",
  "the tenant of a credit",
  "the return of a credit",
  "an adjustment",
  "the outcome of a payout",
  "a return",
  "a difference",
  "a setting",
  "a receiving account",
  "a credential",
  "the approval policy",
];

test("each decision of two people has a row", () => {
  expect(Object.keys(scenes.rows)).toEqual(names);
  const decided = new Set(Object.values(scenes.rows).map(({ decides }) => decides));
  expect([...decided].toSorted()).toEqual(decidedByTwo.toSorted());
});

test("only the policy and the limits of members ask for a second owner", () => {
  const sources = new URL("../../src/", import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const asking = files.filter(
    (path) =>
      path.endsWith(".ts") &&
      readFileSync(new URL(path, sources), "utf8").includes('/second-owner.ts"'),
  );
  // An owner never raises the own limit beside another owner, so that nobody confirms it.
  expect(asking.toSorted()).toEqual([
    "payouts/approval-policies/member-limits.ts",
    "payouts/approval-policies/save-policy.ts",
  ]);
});

const table = names.flatMap((name) =>
  columns
    .filter(({ triedOn }) => triedOn?.includes(name) ?? true)
    .map((column) => [name, column.name, column] as const),
);

test.for(table)("%s %s", async ([name, , { attack }]) => attack(await scenes.sceneOf(name)));
