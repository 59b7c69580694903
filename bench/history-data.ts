import { sql } from "kysely";
import { closeDatabase, database, openDatabase } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { migrate } from "../apps/server/src/database/migrations/migrate.ts";
import { openDataKeys } from "../apps/server/src/database/encryption/data-keys.ts";
import { readEncryptionKeys } from "../apps/server/src/kernel/encryption-keys.ts";
import { useSecret } from "../apps/server/src/kernel/app-secret.ts";
import { issueAccessToken } from "../apps/server/src/identity/sign-in/access-token.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { encryptionKey, secret } from "./payout-load.ts";
import { createTenants, tenantId, type BenchTenant } from "./create-tenants.ts";
import { seedHistory } from "./seed-history.ts";

/** A database with a tenant of many payouts and one of few, and a super admin. */
export interface HistoryData {
  readonly url: string;
  readonly large: BenchTenant & { readonly payouts: number };
  readonly small: BenchTenant & { readonly payouts: number };
  readonly superAdmin: BenchTenant;
  stop(): Promise<void>;
}

const largePayouts = 10_000_000;
const smallPayouts = 10_000;
/** Enough for several pages of each status. */
const smallDeposits = 2_500;
const tokenMinutes = 600;

/**
 * Creates the histories in a new PostgreSQL (minutes, about 9 GB), then restarts it with the
 * product's settings (fsync and autovacuum on).
 * @param options the number of payouts, and a directory that stays, for work on the benchmark.
 */
export async function openHistoryData(
  options: { payouts?: number; permanentDir?: string } = {},
): Promise<HistoryData> {
  const { payouts = largePayouts, permanentDir } = options;
  const scratch = permanentDir ?? (await temporaryDataDirectory("bench"));
  const keys = readEncryptionKeys(encryptionKey) ?? [];
  const startedAt = performance.now();
  useSecret(secret);
  const seeding = await startEmbeddedPostgres({
    dataDir: scratch,
    log: () => {},
    settings: seedingSettings,
  });
  try {
    await migrate(seeding.url);
    openDatabase(superuserUrl(seeding.url), { connections: 1 });
    await openDataKeys(database(), keys);
    await createTenants(2);
    await createSuperAdmin();
    await seedHistory([
      { id: tenantId(1), payouts, deposits: Math.ceil(payouts / 50) },
      { id: tenantId(2), payouts: smallPayouts, deposits: smallDeposits },
    ]);
    await sql`vacuum analyze`.execute(database());
  } finally {
    await closeDatabase();
    await seeding.stop();
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${payouts.toLocaleString("en-IN")} payouts created in ${seconds} s`);
  return startWithHistory(scratch, payouts, permanentDir !== undefined);
}

/** Starts PostgreSQL with the product's settings on existing histories. */
export async function startWithHistory(
  scratch: string,
  payouts: number,
  isPermanent: boolean,
): Promise<HistoryData> {
  useSecret(secret);
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log: () => {} });
  openDatabase(postgres.url, { connections: 4 });
  return {
    url: postgres.url,
    large: { ...(await signIn(tenantId(1))), payouts },
    small: { ...(await signIn(tenantId(2))), payouts: smallPayouts },
    superAdmin: await signIn(tenantId(3)),
    async stop() {
      await closeDatabase();
      await postgres.stop();
      if (!isPermanent) await removeDataDirectory(scratch);
    },
  };
}

async function createSuperAdmin(): Promise<void> {
  const id = tenantId(3);
  await sql`
    insert into people (id, mobile, name, installation_roles, created_at, updated_at)
    values (${id}, '9900000000', 'Bench admin', '{owner}', now(), now())
  `.execute(database());
  await sql`
    insert into sessions (id, person_id, created_at, last_seen_at, expires_at)
    values (${newId()}, ${id}, now(), now(), now() + interval '1 day')
  `.execute(database());
}

/** @returns a token that outlasts the measurement. */
async function signIn(id: string): Promise<BenchTenant> {
  const { id: session } = await database()
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, accessToken: issueAccessToken({ id: session, personId: id }, tokenMinutes) };
}

/** Seeding needs no durability; the measurement uses the product's settings. */
const seedingSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "8GB",
  maintenance_work_mem: "1GB",
  work_mem: "256MB",
};

/** Only a superuser may load rows without triggers and foreign keys. */
function superuserUrl(url: string): string {
  return url.replace("//rokad:", "//postgres:");
}
