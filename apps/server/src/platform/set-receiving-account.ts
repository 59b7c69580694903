import type { ReceivingAccount } from "@rokad/contract/platform";
import { now } from "../clock.ts";
import { database } from "../db.ts";

/** Tells tenants from now on where to transfer to; null tells them to ask. */
export async function setReceivingAccount(account: ReceivingAccount | null): Promise<void> {
  const value = JSON.stringify(account);
  await database()
    .insertInto("settings")
    .values({ key: "receiving_account", value, updated_at: now() })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value, updated_at: now() }))
    .execute();
}
