import type { InstallationRole } from "@rokad/contract/roles";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";

interface NewSuperAdmin {
  readonly mobile: string;
  readonly name: string;
  /** Default: owner. */
  readonly roles?: readonly InstallationRole[];
}

/** Creates a super admin. Super admins have no wallet. */
export async function createSuperAdmin({ mobile, name, roles = ["owner"] }: NewSuperAdmin) {
  await database()
    .insertInto("people")
    .values({
      id: newId(),
      mobile,
      name,
      installation_roles: [...roles],
      created_at: now(),
      updated_at: now(),
    })
    .execute();
}
