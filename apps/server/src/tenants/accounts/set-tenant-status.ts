import type { TenantStatusChange } from "@rokad/contract/tenant-status";
import type { Tenant } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { isLockConflict, type Tx } from "../../database/db.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { endSessionsOfTenant } from "../../identity/sign-in/end-session.ts";
import {
  cancelWithheld,
  lockOpenPayouts,
  resumePayouts,
  sumOpenPayouts,
  withholdPayouts,
  type PayoutSum,
} from "../../payouts/withhold/withhold-payouts.ts";
import {
  cancelLockedBatches,
  lockMovingBatches,
  resumeLockedBatches,
} from "../../payouts/batches/stop-batch.ts";
import { cancelAllWaits } from "../../payouts/funds-queue/cancel-wait.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { updateTenantRow } from "./queries.ts";
import { findTenant, lockTenantStatus } from "../../identity/people/tenant-queries.ts";
import { asTenant } from "./tenant.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** Shorter than PostgreSQL waits before it looks for a deadlock, so no other transaction is broken. */
const newPayoutWaitMs = 200;
const triesMax = 5;

/**
 * Activates an account, or deactivates it and ends its sessions on every server. `payouts` says what
 * happens to payouts that no provider has: a deactivation holds them (the default) or sends them; a
 * reactivation sends those held (the default) or cancels them, and batches that it paused with them.
 * Without a change of the status nothing happens.
 * @param run runs the change once for the request's key.
 * @throws 404.
 */
export async function setTenantStatus(
  admin: SuperAdmin,
  id: string,
  change: TenantStatusChange,
  run: RunTransaction,
): Promise<Tenant> {
  for (let tries = 1; ; tries += 1) {
    try {
      const tenant = await run((db) => changeStatus(db, admin, id, change));
      wakeWorker();
      return tenant;
    } catch (error) {
      // A payout that was created a moment ago and is changing already: the next try locks it first.
      if (!isLockConflict(error) || tries === triesMax) throw error;
    }
  }
}

async function changeStatus(
  db: Tx,
  admin: SuperAdmin,
  id: string,
  { isActive, reason, payouts }: TenantStatusChange,
): Promise<Tenant> {
  if (!(await findTenant(db, id))) throw notFound("This tenant");
  // Batches before payouts before wallet before account, as in every other transaction, so that none
  // deadlock. The wallet closes the race with a new payout, the account the one with a sign-in: both
  // wait, and then read that the tenant is inactive.
  const batches = isActive ? await lockMovingBatches(db, id) : [];
  await lockOpenPayouts(db, id);
  await ledger.lock(db, [id]);
  const before = await lockTenantStatus(db, id);
  if (!before) throw notFound("This tenant");
  if (before.is_active === isActive) return asTenant(before);
  const effect = isActive
    ? await activate(db, admin, id, {
        cancelsPayouts: payouts === "cancel",
        batches,
        reason,
      })
    : await deactivate(db, id, payouts !== "send");
  const row = await updateTenantRow(db, before, {
    is_active: isActive,
    payouts_withheld_at: effect.payouts === "held" ? now() : null,
  });
  await publishToSuperAdmins(db, ["tenants", "gateway"]);
  // A deactivated tenant is signed out everywhere.
  if (isActive) await publishChange(db, [id], ["payouts"]);
  await record(db, {
    act: isActive ? "tenant.activated" : "tenant.deactivated",
    by: admin,
    subject: { kind: "tenant", id },
    reason,
    before: { isActive: !isActive },
    after: { isActive, ...describe(effect) },
  });
  return asTenant(row);
}

/** What happened to the payouts that no provider has. */
interface Effect {
  readonly payouts: "held" | "sent" | "cancelled";
  readonly sum: PayoutSum;
}

async function deactivate(db: Tx, id: string, holdsPayouts: boolean): Promise<Effect> {
  await endSessionsOfTenant(db, id, "deactivated");
  if (!holdsPayouts) return { payouts: "sent", sum: (await sumOpenPayouts(db, id)).unsent };
  await sql`select set_config('lock_timeout', ${`${newPayoutWaitMs}ms`}, true)`.execute(db);
  const sum = await withholdPayouts(db, id);
  await sql`set local lock_timeout to default`.execute(db);
  return { payouts: "held", sum };
}

async function activate(
  db: Tx,
  admin: SuperAdmin,
  id: string,
  {
    cancelsPayouts,
    batches,
    reason = cancelReason,
  }: {
    readonly cancelsPayouts: boolean;
    readonly batches: readonly string[];
    readonly reason: string | undefined;
  },
): Promise<Effect> {
  if (!cancelsPayouts) {
    await resumeLockedBatches(db, admin, batches);
    return { payouts: "sent", sum: await resumePayouts(db, id) };
  }
  const sum = await cancelWithheld(db, id, reason);
  // They were accepted before the deactivation too, and would be sent once the wallet covers them.
  await cancelAllWaits(db, admin, id, reason);
  await cancelLockedBatches(db, admin, id, batches, reason);
  // What a provider may have, and what super admins are deciding, goes on.
  await resumePayouts(db, id);
  if (sum.count > 0) {
    const detail = `${sum.count === 1 ? "1 payout" : `${sum.count} payouts`}, ${rupees(sum.paise)}`;
    await notify(db, [{ personId: id, kind: "payouts_cancelled", subjectId: id, detail }]);
  }
  return { payouts: "cancelled", sum };
}

const cancelReason = "Your account was deactivated before it was sent";

function describe({ payouts, sum }: Effect) {
  if (sum.count === 0) return {};
  return { payouts, payout_count: sum.count, payout_total: rupees(sum.paise) };
}
