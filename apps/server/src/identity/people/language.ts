import type { Language } from "@rokad/contract/language";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";

/** The language in which a person gets e-mails. */
export async function readLanguage(db: Db, personId: string): Promise<Language> {
  const { language } = await db
    .selectFrom("people")
    .select("language")
    .where("id", "=", personId)
    .executeTakeFirstOrThrow();
  return language;
}

/** Sets a person's language. What already waits to be sent keeps the language it was written in. */
export async function changeLanguage(db: Tx, personId: string, language: Language): Promise<void> {
  await db
    .updateTable("people")
    .set({ language, updated_at: now() })
    .where("id", "=", personId)
    .where("language", "!=", language)
    .execute();
  await publishChange(db, [personId], ["account"]);
}
