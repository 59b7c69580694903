import { inviteMember, listTeam } from "@rokad/contract/team";
import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** Creates two passkeys: one to rename, and one to remove. */
export async function passkeysOf(owner: SignedIn) {
  const [renamedPasskey, removedPasskey] = [newId(), newId()];
  for (const id of [renamedPasskey, removedPasskey]) {
    await sql`
      insert into passkeys (id, person_id, credential_id, public_key, counter, transports,
        is_backed_up, aaguid, name, rp_id, created_at)
      values (${id}, ${owner.id}, ${Buffer.from(id)}, '', 0, '{}', false, ${newId()}, 'Phone',
        'localhost', now())
    `.execute(database());
  }
  return { renamedPasskey, removedPasskey };
}

/** Creates three exports: one ready, one failed, and one to delete. */
export async function filesOf(owner: SignedIn) {
  const [readyExport, failedExport, deletedExport] = [newId(), newId(), newId()];
  for (const id of [readyExport, failedExport, deletedExport]) {
    await sql`
      insert into stored_files (id, owner_id, kind, format, filter, created_at)
      values (${id}, ${owner.id}, 'wallet_history', 'csv', '{}', now())
    `.execute(database());
  }
  await sql`
    update stored_files set ready_at = now(), made_by_try = 1, byte_count = 0, row_count = 0,
      expires_at = now() + interval '1 day'
    where id = ${readyExport}
  `.execute(database());
  return { readyExport, failedExport, deletedExport };
}

/** A member and an open invitation. */
export async function teamOf(world: World, owner: SignedIn) {
  await world.member(owner, ["preparer"], "Other Member");
  const body = { name: "Other Guest", mobile: world.newMobile(), roles: ["viewer" as const] };
  const { data } = await owner.ask(inviteMember, { body });
  const team = await owner.ask(listTeam, {});
  const member = team.data.members.find(({ is_you: isYou }) => !isYou)?.id ?? "";
  return { invitation: data.id, member };
}
