import { database } from "../../database/db.ts";

/** Whether this database has any account: the demo is created on an empty one only. */
export async function hasPeople(): Promise<boolean> {
  const person = await database().selectFrom("people").select("id").limit(1).executeTakeFirst();
  return person !== undefined;
}
