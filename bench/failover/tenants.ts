import { featureIds } from "@rokad/contract/call";
import { createFundedTenants } from "../../apps/server/test/funded-tenants.ts";
import { database } from "../../apps/server/src/database/db.ts";
import { newId } from "../../apps/server/src/kernel/ids.ts";
import { openDataKeys } from "../../apps/server/src/database/encryption/data-keys.ts";
import { readEncryptionKeys } from "../../apps/server/src/kernel/encryption-keys.ts";
import { useSecret } from "../../apps/server/src/kernel/app-secret.ts";
import { issueAccessToken } from "../../apps/server/src/identity/sign-in/access-token.ts";
import type { BenchTenant } from "../create-tenants.ts";
import { encryptionKey, secret } from "./rokad.ts";

const fundsPaise = 1_00_000_00n;
const sessionHours = 2;

/** Creates tenants with the product's functions, each with money and a session. */
export async function openTenants(count: number): Promise<BenchTenant[]> {
  useSecret(secret);
  await openDataKeys(database(), readEncryptionKeys(encryptionKey) ?? []);
  const ids = await createFundedTenants(count, fundsPaise, featureIds);
  const sessions = ids.map((id) => ({ id: newId(), person_id: id, tenant_id: id }));
  const now = new Date();
  const expiresAt = new Date(now.getTime() + sessionHours * 60 * 60_000);
  await database()
    .insertInto("sessions")
    .values(
      sessions.map((session) => ({
        ...session,
        created_at: now,
        last_seen_at: now,
        expires_at: expiresAt,
      })),
    )
    .execute();
  return sessions.map(({ id, person_id: personId }) => ({
    id: personId,
    accessToken: issueAccessToken({ id, personId }, sessionHours * 60),
  }));
}
