import type { Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

/** Tells everyone who runs this installation that a job began, moved on or ended. */
export async function announceJobs(db: Tx): Promise<void> {
  await announce(db, await superAdminIds(db), ["jobs"]);
}
