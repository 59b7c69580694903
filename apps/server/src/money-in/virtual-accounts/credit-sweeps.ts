import { database } from "../../database/db.ts";

/** The lists: credits of virtual accounts, and of our own account with the provider. */
type Sweeps = "credit_sweeps" | "account_credit_sweeps";

/** Up to when a provider's list has been read; undefined before the first read. */
export async function findReadTo(sweeps: Sweeps, adapter: string): Promise<Date | undefined> {
  const row = await database()
    .selectFrom(sweeps)
    .select("read_to")
    .where("adapter", "=", adapter)
    .executeTakeFirst();
  return row?.read_to;
}

/** After a whole list was stored: a failure on the way leaves its period to the next read. */
export async function storeReadTo(sweeps: Sweeps, adapter: string, readTo: Date): Promise<void> {
  await database()
    .insertInto(sweeps)
    .values({ adapter, read_to: readTo })
    .onConflict((conflict) => conflict.column("adapter").doUpdateSet({ read_to: readTo }))
    .execute();
}
