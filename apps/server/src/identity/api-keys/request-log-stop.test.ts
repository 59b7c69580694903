// The guarantee: a server that is asked to stop writes the requests that it has answered.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { openTestKeys } from "../../../test/encryption-key.ts";
import { killableServer } from "../../../test/killable-server.ts";
import { openPayers } from "../../../test/open-payers.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { useSecret } from "../../kernel/app-secret.ts";
import { newId } from "../../kernel/ids.ts";
import { newSecret } from "./secret.ts";

const appSecret = "stopped-stopped-stopped-stopped-";

test("a stopping server writes its request log before it ends", async () => {
  const { url, drop } = await cloneDatabase();
  const server = await killableServer({ url, secret: appSecret, leaseSeconds: 30 });
  openDatabase(url, { connections: 2 });
  useSecret(appSecret);
  await openTestKeys();
  const [payer] = await openPayers(1);
  const secret = await insertKey(payer?.id ?? "");
  const ask = async () => {
    const authorization = `Bearer ${secret}`;
    const answer = await fetch(`${server.origin}/api/v1/payouts`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  };
  const count = async () =>
    (await database().selectFrom("api_requests").select("request_id").execute()).length;

  await server.start();
  await ask();
  // Once the first is written, the next round is a second away, and the stop comes before it.
  await expect.poll(count, { interval: 20 }).toBe(1);
  for (let request = 0; request < 5; request += 1) await ask();
  await server.stop();
  expect(await count()).toBe(6);

  await closeDatabase();
  await drop();
});

async function insertKey(tenantId: string): Promise<string> {
  const id = newId();
  const { secret, hash, hint } = newSecret("test");
  await sql`
    insert into api_keys (id, tenant_id, name, scopes, is_live, created_at, owner_id, idle_since)
    values (${id}, ${tenantId}, 'ERP', '{payouts:read}', false, now(), ${tenantId}, now())
  `.execute(database());
  await sql`
    insert into api_key_secrets (hash, hint, key_id, tenant_id, created_at, created_by)
    values (${hash}, ${hint}, ${id}, ${tenantId}, now(), ${tenantId})
  `.execute(database());
  return secret;
}
