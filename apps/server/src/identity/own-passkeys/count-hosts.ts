import { database } from "../../database/db.ts";
import { listPasskeyOrigins } from "../../kernel/passkey-origins.ts";
import { log } from "../../kernel/log.ts";
import { readSettings } from "../settings/settings.ts";

/** The host name of passkeys in use, and how many were added for each. */
export async function countHosts() {
  const { passkey_host: host } = await readSettings();
  const rows = await database()
    .selectFrom("passkeys")
    .select((eb) => ["rp_id", eb.fn.countAll<bigint>().as("count")])
    .groupBy("rp_id")
    .orderBy("rp_id")
    .execute();
  const counts = rows.map(({ rp_id, count }) => ({ host: rp_id, passkey_count: Number(count) }));
  return { host, origins: listPasskeyOrigins(), counts };
}

/** Logs a warning if passkeys were added for another host name: browsers no longer offer them. */
export async function warnOfOtherHosts(): Promise<void> {
  const { host, counts } = await countHosts();
  const others = counts.filter((each) => each.host !== host);
  if (others.length === 0) return;
  log().warn(
    { host, others },
    "Passkeys were added for another host name and don't work; see docs/operations/passkeys.md",
  );
}
