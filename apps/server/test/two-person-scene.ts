import { takesSignature } from "@rokad/contract/call";
import { transaction } from "../src/database/db.ts";
import { addMember } from "../src/identity/members/add-member.ts";
import { actsAfter, newestSeq } from "./audit-log.ts";
import { saveSetting } from "./save-setting.ts";
import type { SignedAct } from "./signed-act.ts";
import { sendSigned, sign } from "./signed-call.ts";
import type { SignedIn } from "./signed-in.ts";
import { adminRows, policyRow, type TwoPersonRow } from "./two-person-rows.ts";
import type { World } from "./world.ts";

/** The people who can decide, and one decision. */
export interface TwoPersonScene {
  readonly row: TwoPersonRow;
  /** The business; null for the installation. */
  readonly team: string | null;
  /** A new account that is old enough to be a second person. */
  readonly person: () => Promise<SignedIn>;
  /** Two of them, whom the cases share that change no person. */
  readonly pair: () => Promise<Pair>;
  readonly newcomer: () => Promise<SignedIn>;
  /** Signs it, unless the request would be refused before its signature. */
  readonly sign: (by: SignedIn, act: SignedAct) => Promise<string | undefined>;
  /** Decides as one person, and signs it first unless a signature is given. */
  readonly decide: (
    by: SignedIn,
    act: SignedAct,
    signature?: string,
  ) => Promise<{ readonly answer: Answer; readonly isDone: boolean }>;
}

type Answer = Awaited<ReturnType<typeof sendSigned>>;

type Pair = readonly [first: SignedIn, second: SignedIn];

export type TwoPersonScenes = Awaited<ReturnType<typeof openTwoPersonScenes>>;

/** Opens scenes for the rows of what two people decide. */
export async function openTwoPersonScenes(world: World) {
  // All people sign in from one address.
  await saveSetting("code_calls_per_address_per_hour", 10_000);
  const admins = [
    await world.newSuperAdmin("Asha Rao"),
    await world.newSuperAdmin("Ravi Menon"),
  ] as const;
  const rows: Readonly<Record<string, TwoPersonRow>> = {
    ...(await adminRows(world)),
    "the approval policy": policyRow,
  };

  function actsOf({ call, act: recorded }: TwoPersonRow): Pick<TwoPersonScene, "sign" | "decide"> {
    const signIfPossible: TwoPersonScene["sign"] = async (by, act) => {
      if (!takesSignature(call)) return undefined;
      const { text } = await sendSigned(world, by, call, act);
      return text.includes("STEP_UP_REQUIRED") ? sign(world, by, call, act) : undefined;
    };
    return {
      sign: signIfPossible,
      decide: async (by, act, signed) => {
        const before = await newestSeq();
        const signature = signed ?? (await signIfPossible(by, act));
        const answer = await sendSigned(world, by, call, act, { signature });
        return { answer, isDone: (await actsAfter(before)).includes(recorded) };
      },
    };
  }

  async function sceneOf(name: string): Promise<TwoPersonScene> {
    const row = rows[name];
    if (!row) throw new Error(`${name} has no row in apps/server/test/two-person-rows.ts`);
    const acts = actsOf(row);
    if (row !== policyRow)
      return {
        ...acts,
        row,
        team: null,
        pair: async () => admins,
        person: () => world.newSuperAdmin("Old Enough"),
        newcomer: () => world.superAdminAddedNow("Helper"),
      };
    const founder = await world.operator();
    // There is money to protect.
    await world.requestDeposit(founder, 500);
    const newcomer = async () => {
      const member = { mobile: world.newMobile(), name: "Helper", roles: ["owner"] as const };
      await transaction((db) => addMember(db, null, founder.id, member));
      return world.signIn(member.mobile);
    };
    const person = () => world.member(founder, ["owner"]);
    const pair = async () => [founder, await person()] as const;
    return { ...acts, row, team: founder.id, pair, person, newcomer };
  }

  return { rows, sceneOf };
}
