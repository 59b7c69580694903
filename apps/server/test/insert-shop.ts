import type { Tx } from "../src/database/db.ts";

interface Shop {
  readonly id: string;
  readonly mobile: string;
  /** When it was opened. */
  readonly at: Date;
}

/** A retailer without a wallet, for tests of the layers below accounts. */
export async function insertShop(db: Tx, { id, mobile, at }: Shop): Promise<void> {
  const row = { id, mobile, name: "A shop", created_at: at, updated_at: at };
  await db.insertInto("people").values(row).execute();
  await db
    .insertInto("tenants")
    .values({ ...row, role: "retailer" })
    .execute();
}
