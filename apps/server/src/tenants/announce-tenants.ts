import type { Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

/** Lets every super admin's list of tenants, and whatever is open about one, ask again. */
export async function announceTenants(db: Tx): Promise<void> {
  await announce(db, await superAdminIds(db), ["tenants"]);
}
