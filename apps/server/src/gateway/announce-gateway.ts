import type { Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

/** Tells everyone who runs this installation that a rail was paused, resumed, or fares otherwise. */
export async function announceGateway(db: Tx): Promise<void> {
  await announce(db, await superAdminIds(db), ["gateway"]);
}
