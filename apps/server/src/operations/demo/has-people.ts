import { database } from "../../database/db.ts";

/** Apart from the demo's code, which a database with people never loads. */
export async function hasPeople(): Promise<boolean> {
  const person = await database().selectFrom("people").select("id").limit(1).executeTakeFirst();
  return person !== undefined;
}
