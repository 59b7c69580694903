import type { Call } from "@rokad/contract/call";
import type { ApprovalWorld } from "./approval-world.ts";
import { saveSetting } from "./save-setting.ts";
import type { SignedAct, SignedRows } from "./signed-act.ts";
import { signedAdminRows } from "./signed-admin-rows.ts";
import { sign } from "./signed-call.ts";
import type { SignedIn } from "./signed-in.ts";
import { signedMoneyRows } from "./signed-money-rows.ts";
import { signedTenantRows } from "./signed-tenant-rows.ts";

/** Who signs, and what. */
export interface Scene {
  /** The business; null for the installation. */
  readonly team: string | null;
  readonly signer: SignedIn;
  /** Another session of the same person. */
  readonly signerElsewhere: SignedIn;
  /** Another person with the same roles. */
  readonly colleague: SignedIn;
  /** Adds one more person with these roles. */
  readonly newcomer: () => Promise<SignedIn>;
  readonly rows: SignedRows;
}

/** What the refused cases of a call share, because none of them changes anything. */
interface Target {
  readonly scene: Scene;
  readonly act: SignedAct;
  /** The signer's signature of another item or content. */
  readonly otherSignature: string;
}

export type Scenes = Awaited<ReturnType<typeof openScenes>>;

/** Opens scenes in which people sign. */
export async function openScenes(world: ApprovalWorld) {
  // All people sign in from one address.
  await saveSetting("code_calls_per_address_per_hour", 10_000);
  const admin = await world.newSuperAdmin("Signer");
  const admins: Scene = {
    team: null,
    signer: admin,
    signerElsewhere: await world.signIn(admin.mobile),
    colleague: await world.newSuperAdmin("Colleague"),
    newcomer: () => world.newSuperAdmin("Newcomer"),
    rows: { ...signedAdminRows(world), ...signedMoneyRows(world) },
  };
  const targets = new Map<string, Promise<Target>>();

  /** Super admins share one scene; each case of a business has its own, because its policy changes. */
  async function sceneOf(call: Call): Promise<Scene> {
    if (call.who === "superadmin") return admins;
    const founder = await world.operator({ wallet: "₹10,000" });
    const owners = (name: string) => world.member(founder, ["owner"], name);
    const [signer, colleague] = [await owners("Signer"), await owners("Colleague")];
    return {
      team: founder.id,
      signer,
      signerElsewhere: await world.signIn(signer.mobile),
      colleague,
      newcomer: () => owners("Newcomer"),
      rows: signedTenantRows(world, { owner: signer, founder, second: colleague }),
    };
  }

  function targetOf(call: Call): Promise<Target> {
    const target = targets.get(call.name) ?? createTarget(call);
    targets.set(call.name, target);
    return target;
  }

  async function createTarget(call: Call): Promise<Target> {
    const scene = await sceneOf(call);
    const otherSignature = await sign(world, scene.signer, call, await actOf(scene, call));
    return { scene, act: await actOf(scene, call), otherSignature };
  }

  return { sceneOf, targetOf, actOf };
}

/** @throws for a signed call without a row. */
async function actOf({ rows }: Scene, { name }: Call): Promise<SignedAct> {
  const act = await rows[name]?.();
  if (act) return act;
  throw new Error(`${name} is new and signed. Add a row to apps/server/test/signed-*-rows.ts`);
}
