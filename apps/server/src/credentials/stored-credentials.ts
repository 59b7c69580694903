import type { CredentialName } from "@rokad/contract/credential-names";
import { database, type Db, type Tx } from "../db.ts";
import { gather } from "../gather.ts";
import { seal, unseal } from "../sealing/seal.ts";
import type { Credentials } from "./credentials.ts";

/** Shorter ones would be half told by their end. */
const shownFromChars = 12;

/** What super admins have set, opened. Those who ask at the same moment share one query. */
export function readStoredCredentials(): Promise<Credentials> {
  return readTogether(undefined);
}

const readTogether = gather<undefined, Credentials>(
  async (askers) => {
    const rows = await database()
      .selectFrom("credentials")
      .select(["name", "value_sealed"])
      .execute();
    const values = Object.fromEntries(
      rows.map((row) => [row.name, unseal("credential", row.name, row.value_sealed)]),
    );
    return askers.map(() => values);
  },
  { atMost: 1_000 },
);

export type StoredCredential = Awaited<ReturnType<typeof selectCredentials>>[number];

/** All that may be told of them. */
export function selectCredentials(db: Db) {
  return db
    .selectFrom("credentials")
    .innerJoin("people", "people.id", "set_by")
    .select(["credentials.name", "value_end", "set_at", "set_by", "people.name as setter_name"])
    .execute();
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
    value_sealed: seal("credential", name, value),
    value_end: value.length >= shownFromChars ? value.slice(-4) : null,
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
