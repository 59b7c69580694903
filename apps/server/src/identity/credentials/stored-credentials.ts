import type { CredentialName } from "@rokad/contract/credential-names";
import { database, type Db, type Tx } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { encrypt, decrypt } from "../../database/encryption/encrypt.ts";
import type { Credentials } from "../../kernel/credentials.ts";

/** The last four characters of a shorter value would reveal too much of it. */
const endShownCharsMin = 12;

/** The stored credentials, decrypted. Calls at the same moment share one query. */
export function readStoredCredentials(): Promise<Credentials> {
  return readTogether(undefined);
}

const readTogether = groupCommit<undefined, Credentials>(
  async (requests) => {
    const rows = await database()
      .selectFrom("credentials")
      .select(["name", "value_encrypted"])
      .execute();
    const values = Object.fromEntries(
      rows.map((row) => [row.name, decrypt("credential", row.name, row.value_encrypted)]),
    );
    return requests.map(() => values);
  },
  { atMost: 1_000 },
);

export type StoredCredential = Awaited<ReturnType<typeof selectCredentials>>[number];

/** Every stored credential without its value. */
export function selectCredentials(db: Db) {
  return db
    .selectFrom("credentials")
    .innerJoin("people", "people.id", "set_by")
    .select(["credentials.name", "value_end", "set_at", "set_by", "people.name as setter_name"])
    .execute();
}

/** The last characters of a value; null if it is too short to show any. */
export function endOf(value: string): string | null {
  return value.length >= endShownCharsMin ? value.slice(-4) : null;
}

export async function storeCredential(
  db: Tx,
  row: {
    readonly name: CredentialName;
    readonly value: string;
    readonly set_at: Date;
    readonly set_by: string;
  },
): Promise<void> {
  const { name, value, ...set } = row;
  const stored = {
    value_encrypted: encrypt("credential", name, value),
    value_end: endOf(value),
    ...set,
  };
  await db
    .insertInto("credentials")
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(stored))
    .execute();
}

export async function removeCredential(db: Tx, name: CredentialName): Promise<void> {
  await db.deleteFrom("credentials").where("name", "=", name).execute();
}
