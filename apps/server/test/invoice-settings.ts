import { database } from "../src/database/db.ts";
import { now } from "../src/kernel/clock.ts";

/** Sets settings as if super admins had changed them. */
export async function putSettings(values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const row = { value: JSON.stringify(value), updated_at: now() };
    await database()
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((one) => one.column("key").doUpdateSet(row))
      .execute();
  }
}

/** A supplier in Karnataka. */
export const supplierSettings = {
  supplier_legal_name: "Rokad Payments Private Limited",
  supplier_gstin: "29AAGCB7383J1Z4",
  supplier_address: "12 MG Road, Bengaluru 560001",
};
