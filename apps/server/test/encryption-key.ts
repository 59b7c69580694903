import { database } from "../src/database/db.ts";
import { openDataKeys } from "../src/database/encryption/data-keys.ts";
import { readEncryptionKeys } from "../src/kernel/encryption-keys.ts";

/** A key over data keys that only tests know of. */
export const testEncryptionKey = "7e57".repeat(16);

/** Opens the data keys of the test's database, where no whole server is started for it. */
export function openTestKeys(): Promise<void> {
  return openDataKeys(database(), readEncryptionKeys(testEncryptionKey) ?? []);
}
