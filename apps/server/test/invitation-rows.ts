import { inviteMember } from "@rokad/contract/team";
import type { ActedOn } from "./approval-rows.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A new invitation of the tenant by another business for each call that answers one. */
export function invitationRows(
  people: () => { readonly world: World; readonly invited: SignedIn },
): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function invitation(): Promise<ActedOn> {
    const { world, invited } = people();
    const inviter = await world.operator();
    const body = { name: "Other Owner", mobile: invited.mobile, roles: ["viewer" as const] };
    return { id: (await inviter.ask(inviteMember, { body })).data.id };
  }
  return { acceptInvitation: invitation, declineInvitation: invitation };
}
