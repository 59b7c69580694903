import type { Db } from "../../database/db.ts";

/**
 * Whose charges documents are about. Play money has series of its own, so that the numbers of real
 * invoices begin at 1.
 */
export interface InvoiceEnvironment {
  readonly environment: "sandbox" | "real";
  /** When real money began; null in the sandbox. Charges before it were play money. */
  readonly since: Date | null;
}

export async function readInvoiceEnvironment(db: Db): Promise<InvoiceEnvironment> {
  const row = await db
    .selectFrom("installation_environment")
    .select(["environment", "since"])
    .executeTakeFirst();
  return row?.environment === "real"
    ? { environment: "real", since: row.since }
    : { environment: "sandbox", since: null };
}
