import type { Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

/**
 * Tells everyone who runs this installation that a job began, moved on or ended.
 * @param asker who is told as well, because they wait for it.
 */
export async function announceJobs(db: Tx, asker: string | null = null): Promise<void> {
  const all = await superAdminIds(db);
  await announce(db, asker ? [...all, asker] : all, ["jobs"]);
}
