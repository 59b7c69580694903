import type { SettingKey } from "@rokad/contract/setting-rules";
import { database } from "../src/database/db.ts";
import { now } from "../src/kernel/clock.ts";

/** Stores a setting without the two people that a guarded one takes. */
export async function saveSetting(key: SettingKey, value: unknown): Promise<void> {
  const updated = { value: JSON.stringify(value), updated_at: now() };
  await database()
    .insertInto("settings")
    .values({ key, ...updated })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(updated))
    .execute();
}
