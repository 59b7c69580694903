import { credentialNames, type CredentialName } from "@rokad/contract/credential-names";
import type { Credential } from "@rokad/contract/credentials";
import type { Db } from "../../database/db.ts";
import { environmentCredentials } from "../../kernel/credentials.ts";
import { selectCredentials, type StoredCredential } from "./stored-credentials.ts";

/** All known credentials, each with the source of its value. */
export async function listCredentials(db: Db): Promise<Credential[]> {
  const stored = new Map((await selectCredentials(db)).map((row) => [row.name, row]));
  const inEnvironment = environmentCredentials();
  return credentialNames.map((name) =>
    inEnvironment.has(name) ? asEnvironmentCredential(name) : asCredential(name, stored.get(name)),
  );
}

function asEnvironmentCredential(name: CredentialName): Credential {
  return { ...asCredential(name, undefined), source: "environment" };
}

function asCredential(name: CredentialName, row: StoredCredential | undefined): Credential {
  return {
    name,
    source: row ? "stored" : "missing",
    ends_in: row?.value_end ?? null,
    set_at: row?.set_at.toISOString() ?? null,
    set_by: row ? { id: row.set_by, name: row.setter_name } : null,
  };
}
