// Upgrades a fleet under a load of payouts: servers of an older checkout, then the migrations of this one,
// then each process replaced by one of this checkout.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { database } from "../apps/server/src/database/db.ts";
import { migrate } from "../apps/server/src/database/migrations/migrate.ts";
import { verifyBooks } from "../apps/server/src/ledger/verify.ts";
import { openFleet } from "../apps/server/test/fleet.ts";
import type { OpenPayer } from "../apps/server/test/open-payers.ts";
import { countRecorded, startPayoutLoad } from "../apps/server/test/payout-load.ts";
import { encryptionKey, secret, serverKeys, withNewPostgres } from "./payout-load.ts";
import type { Row } from "./row.ts";

const streams = 8;
const roles = ["api", "api", "api", "worker", "worker"] as const;
/** How long the old and the new servers pay alone, and both on the new schema. */
const phaseMs = 5_000;

/** @param from the root of the older checkout, with its node_modules. */
export async function benchUpgrade(from: string): Promise<Row> {
  const figures = await measureUpgrade(from);
  const { acknowledged, found, lost, doubled, replaced, repeated, refused, faults } = figures;
  const count = acknowledged.length;
  return {
    key: "upgrade_under_load",
    name: "Payouts found after an upgrade under load",
    reference: "payouts acknowledged before",
    measured: String(found),
    referred: String(count),
    ratio: count === 0 ? Number.NaN : found / count,
    goal: { atLeast: 1 },
    holds:
      [lost, doubled, repeated.size, refused.length, faults].every((number) => number === 0) &&
      replaced === roles.length,
    note: `${lost} lost, ${doubled} doubled, ${faults} faults in the books; migrations under load: ${figures.migrations}; ${replaced} of ${roles.length} processes replaced, ${sumOf(repeated)} requests repeated (${[...repeated.keys()].join(", ") || "none"}), ${refused.length} refused (${refused.join(", ") || "none"}); the slowest answer took ${Math.round(figures.slowestMs)} ms`,
  };
}

function measureUpgrade(from: string) {
  return withNewPostgres(
    async ({ url, scratch }) => {
      const payers = await openPayersOf(from, url);
      const fleet = await openFleet({
        databaseUrl: url,
        logFile: join(scratch, "fleet.log"),
        env: { ...serverKeys, SHUTDOWN_DRAIN_SECONDS: "3" },
        checkout: from,
      });
      try {
        await Promise.all(roles.map((role) => fleet.start(role)));
        const load = startPayoutLoad(fleet.port, payers);
        await pause(phaseMs);
        const { applied } = await migrate(url);
        await pause(phaseMs);
        fleet.useThisCheckout();
        const codes = await fleet.restartEach();
        await pause(phaseMs);
        const result = await load.stop();
        return {
          ...result,
          ...(await countRecorded(result.acknowledged)),
          migrations: applied.length,
          replaced: codes.filter((code) => code === 0).length,
          faults: (await verifyBooks(database())).length,
        };
      } finally {
        await fleet.close();
      }
    },
    { checkout: from },
  );
}

/** Creates the payers with the older checkout's code, because its schema can lack what this one writes. */
async function openPayersOf(checkout: string, url: string): Promise<OpenPayer[]> {
  const load = (path: string) => import(pathToFileURL(join(checkout, "apps/server", path)).href);
  const db = (await load(
    "src/database/db.ts",
  )) as typeof import("../apps/server/src/database/db.ts");
  const { useSecret } = (await load(
    "src/kernel/app-secret.ts",
  )) as typeof import("../apps/server/src/kernel/app-secret.ts");
  const { readEncryptionKeys } = (await load(
    "src/kernel/encryption-keys.ts",
  )) as typeof import("../apps/server/src/kernel/encryption-keys.ts");
  const { openDataKeys } = (await load(
    "src/database/encryption/data-keys.ts",
  )) as typeof import("../apps/server/src/database/encryption/data-keys.ts");
  const { openPayers } = (await load(
    "test/open-payers.ts",
  )) as typeof import("../apps/server/test/open-payers.ts");
  useSecret(secret);
  db.openDatabase(url, { connections: 2 });
  try {
    await openDataKeys(db.database(), readEncryptionKeys(encryptionKey) ?? []);
    return await openPayers(streams);
  } finally {
    await db.closeDatabase();
  }
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);
