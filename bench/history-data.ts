import { sql } from "kysely";
import { closeDatabase, database, openDatabase } from "../apps/server/src/db.ts";
import { newId } from "../apps/server/src/ids.ts";
import { startEmbeddedPostgres } from "../apps/server/src/postgres/embedded.ts";
import { migrate } from "../apps/server/src/postgres/migrate.ts";
import { openDataKeys } from "../apps/server/src/sealing/data-keys.ts";
import { readEncryptionKeys } from "../apps/server/src/sealing/encryption-keys.ts";
import { stepsWith } from "../apps/server/src/sealing/seal-plain-values.ts";
import { useSecret } from "../apps/server/src/secrets.ts";
import { issueAccessToken } from "../apps/server/src/sign-in/access-token.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { encryptionKey, secret } from "./payout-load.ts";
import { prepareTenants, tenantId, type BenchTenant } from "./prepare.ts";
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
/** So many that each status has some pages. */
const smallDeposits = 2_500;
const tokenMinutes = 600;

/**
 * Makes the histories in a PostgreSQL of their own, in some minutes and some 9 GB, and starts it
 * anew with the settings of the product (fsync and autovacuum on).
 * @param options another number of payouts, and a directory that is kept, for work on the bench
 */
export async function openHistoryData(
  options: { payouts?: number; keptIn?: string } = {},
): Promise<HistoryData> {
  const { payouts = largePayouts, keptIn } = options;
  const scratch = keptIn ?? (await temporaryDataDirectory("bench"));
  const keys = readEncryptionKeys(encryptionKey) ?? [];
  const startedAt = performance.now();
  useSecret(secret);
  const seeding = await startEmbeddedPostgres({
    dataDir: scratch,
    log: () => {},
    settings: seedingSettings,
  });
  try {
    await migrate(seeding.url, { steps: stepsWith([]) });
    openDatabase(ofSuperuser(seeding.url), { connections: 1 });
    await openDataKeys(database(), keys);
    await prepareTenants(2);
    await prepareSuperAdmin();
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
  console.log(`${payouts.toLocaleString("en-IN")} payouts were made in ${seconds} s`);
  return startWithHistory(scratch, payouts, keptIn !== undefined);
}

/** The product's own settings from here on. */
export async function startWithHistory(
  scratch: string,
  payouts: number,
  isKept: boolean,
): Promise<HistoryData> {
  useSecret(secret);
  const postgres = await startEmbeddedPostgres({ dataDir: scratch, log: () => {} });
  openDatabase(postgres.url, { connections: 4 });
  return {
    url: postgres.url,
    large: { ...(await signedIn(tenantId(1))), payouts },
    small: { ...(await signedIn(tenantId(2))), payouts: smallPayouts },
    superAdmin: await signedIn(tenantId(3)),
    async stop() {
      await closeDatabase();
      await postgres.stop();
      if (!isKept) await removeDataDirectory(scratch);
    },
  };
}

async function prepareSuperAdmin(): Promise<void> {
  const id = tenantId(3);
  await sql`
    insert into people (id, mobile, name, role, created_at, updated_at)
    values (${id}, '9900000000', 'Bench admin', 'superadmin', now(), now())
  `.execute(database());
  await sql`
    insert into sessions (id, person_id, created_at, last_seen_at, expires_at)
    values (${newId()}, ${id}, now(), now(), now() + interval '1 day')
  `.execute(database());
}

/** With a token for as long as the measuring may take. */
async function signedIn(id: string): Promise<BenchTenant> {
  const { id: session } = await database()
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, accessToken: issueAccessToken({ id: session, personId: id }, tokenMinutes) };
}

/** Nothing of the seeding must outlive a power cut: what is measured runs with the product's own. */
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

/** Only a superuser may load rows without the triggers and foreign keys that look at each. */
function ofSuperuser(url: string): string {
  return url.replace("//rokad:", "//postgres:");
}
