import { database, transaction, type Tx } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { endSessionsOfTenant } from "../../identity/sign-in/end-session.ts";
import type { Environment } from "../../kernel/check-sandbox-settings.ts";
import { now } from "../../kernel/clock.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import { cancelBatchesOf } from "../../payouts/batches/stop-batch.ts";
import { endWaitsOf } from "../../payouts/funds-queue/expire-waits.ts";
import { returnRequests } from "../../payouts/funds-queue/return-requests.ts";
import { endBatchSchedulesOf } from "../../payouts/batch-schedules/change-batch-schedule.ts";
import { endSchedulesOf } from "../../payouts/schedules/stop-schedule.ts";
import { endRequestsOf } from "../../payouts/requests/expire-requests.ts";
import { withdrawAdjustmentsOf } from "../../money-in/adjustments/close-adjustment.ts";
import { endPendingDepositsOf } from "../../money-in/deposits/end-pending-deposits.ts";
import { deactivateReceivingAccount } from "../../money-in/receiving-accounts/set-receiving-account.ts";
import { demoIfsc } from "../demo/demo-accounts.ts";
import { endPendingDecisions } from "./end-pending-decisions.ts";
import { endSandboxPayouts } from "./end-sandbox-payouts.ts";
import { demoAccountsIn, findSandboxParts } from "./find-sandbox-parts.ts";
import { revokeAccess } from "./revoke-access.ts";
import { assertNoServerRuns, lockEnvironment, storeEnvironment } from "./stored-environment.ts";
import { emptySuspense, emptyWallets } from "./take-play-money.ts";

/** What people read with what ended. */
const why = "The installation was prepared for real money.";

interface Options {
  /** Of the configured providers. */
  readonly environment: Environment;
  readonly print: (line: string) => void;
}

/**
 * Prepares a database that held play money for real providers: ends the sandbox's payouts, what waits
 * for a decision, and the payment requests, batches and schedules, takes play money out of wallets and
 * suspense, revokes what people added with codes that anyone could read, closes virtual accounts of the
 * sandbox bank, and deactivates the demo's accounts. Each step may be repeated, and an interrupted run
 * continues.
 * @throws {ConfigError} while the settings choose the sandbox or a server runs.
 */
export async function clearSandbox({ environment, print }: Options): Promise<void> {
  if (environment === "sandbox") {
    throw new ConfigError(
      "clear-sandbox prepares this database for real money. Set real providers in PRIMARY_PROVIDER and ALTERNATIVE_PROVIDER first.",
    );
  }
  const isPlay = await startClearing();
  const demoIds = (await demoAccountsIn(database())).map(({ id }) => id);
  const whose = isPlay ? "all" : demoIds;
  const ended = await endSandboxPayouts(whose);
  print(`Ended ${ended} payouts of the sandbox`);
  // Nobody approved them for real money.
  print(`Cancelled ${await endWaitsOf(whose)} payouts that wait for funds`);
  while ((await returnRequests()) > 0);
  print(`Ended ${await endRequestsOf(whose)} payment requests`);
  print(`Cancelled ${await cancelBatchesOf(whose)} batches of payouts`);
  print(`Ended ${await endSchedulesOf(whose, why)} schedules`);
  print(`Ended ${await endBatchSchedulesOf(whose, why)} schedules of batches`);
  print(`Rejected ${await endPendingDepositsOf(whose, why)} pending deposits`);
  print(`Withdrew ${await withdrawAdjustmentsOf(whose, why)} proposed adjustments`);
  if (isPlay) {
    print(`Ended ${await endPendingDecisions(why)} other decisions in progress`);
    print(
      `Revoked ${await revokeAccess(why)} sessions, passkeys, e-mail addresses, invitations and webhook endpoints`,
    );
  }
  print(`Took play money out of ${await emptyWallets(whose)} wallets`);
  print(`Took ${await emptySuspense()} credits of the sandbox bank out of suspense`);
  await transaction(async (db) => {
    const accounts = await closeVirtualAccounts(db);
    await deactivateReceivingAccount(db, demoIfsc);
    const people = await deactivateDemoAccounts(db);
    print(`Closed ${accounts} virtual accounts, deactivated ${people} demo accounts`);
    await lockEnvironment(db);
    const left = await findSandboxParts(db, isPlay);
    if (left.length > 0)
      throw new ConfigError(`Sandbox parts are left:\n  ${left.join("\n  ")}\nRun it again.`);
    await storeEnvironment(db, "real");
    await record(db, {
      act: "installation.sandbox_cleared",
      by: null,
      after: { wallets: isPlay ? "play" : "real", payouts: ended, accounts, people },
    });
  });
  print("This database is ready for real providers");
}

/** @returns whether all wallets hold play money. */
function startClearing(): Promise<boolean> {
  return transaction(async (db) => {
    const stored = await lockEnvironment(db);
    await assertNoServerRuns(db);
    const isPlay = stored === "sandbox" || stored === "clearing";
    if (isPlay) await storeEnvironment(db, "clearing");
    return isPlay;
  });
}

async function closeVirtualAccounts(db: Tx): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("virtual_accounts")
    .set({ state: "closed", closed_at: now(), job_id: null })
    .where("adapter", "=", "sandbox")
    .where("state", "<>", "closed")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function deactivateDemoAccounts(db: Tx): Promise<number> {
  const accounts = (await demoAccountsIn(db)).filter(({ is_active: isActive }) => isActive);
  for (const { id, installation_roles: ofSuperAdmin } of accounts) {
    await endSessionsOfTenant(db, id, "deactivated");
    await db
      .updateTable(ofSuperAdmin ? "people" : "tenants")
      .set({ is_active: false, updated_at: now() })
      .where("id", "=", id)
      .execute();
  }
  return accounts.length;
}
