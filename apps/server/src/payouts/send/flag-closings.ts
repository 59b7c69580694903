import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { reopenClosings } from "../../identity/people/closing-queries.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { rupees } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { PayoutChange } from "../payout-change.ts";

/** A change that may bring money back to a wallet. */
interface Credit extends Pick<PayoutChange, "effect" | "part" | "outstanding"> {
  readonly payout: ledger.Charge;
}

/**
 * Flags closings whose tenant has money again: a withdrawal failed or was cancelled, or a bank sent money
 * back. A closed account opens its closing again, in the transaction that credits its wallet, so that no
 * closed account ever has a balance. Super admins are notified once for each credit.
 *
 * The caller holds the wallets' locks; the tenants' rows are locked after them, as everywhere.
 * @param repayments what of the credits paid off receivables: that can't be paid out.
 */
export async function flagClosings(
  db: Tx,
  changes: readonly Credit[],
  repayments: readonly ledger.Repayment[],
): Promise<void> {
  const credits = changes.flatMap((change) => {
    const paise = creditOf(change);
    return paise === undefined ? [] : [{ change, paise, tenantId: change.payout.walletId }];
  });
  if (credits.length === 0) return;
  const ids = [...new Set(credits.map(({ tenantId }) => tenantId))].toSorted();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from tenants
    where id = any(${ids}::uuid[]) and (closing_at is not null or closed_at is not null)
    order by id for update
  `.execute(db);
  if (rows.length === 0) return;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const reopened = new Set(
    (
      await reopenClosings(db, [...names.keys()], "Money came back after the account was closed")
    ).map(({ id }) => id),
  );
  await sql`
    update tenant_closings set needs_attention = true
    where state = 'open' and tenant_id = any(${[...names.keys()]}::uuid[])
  `.execute(db);
  const paidOff = sumByWallet(repayments);
  for (const { change, paise, tenantId } of credits) {
    const name = names.get(tenantId);
    if (name === undefined) continue;
    const why = change.effect === "release" ? "could not be paid out" : "was sent back by the bank";
    const was = reopened.has(tenantId) ? " after the account was closed" : "";
    const paidPaise = paidOff.get(tenantId);
    // Named once: the group commit has one sum for all credits of a wallet.
    paidOff.delete(tenantId);
    const next =
      paidPaise === undefined
        ? "Pay it out again, or to another approved account"
        : `${rupees(paidPaise)} paid off what the tenant owed; pay out what is left`;
    await notifySuperAdmins(db, {
      kind: "closing_blocked",
      subjectId: tenantId,
      detail: `${rupees(paise)} of ${name} ${why}${was}. ${next}`,
    });
  }
  await publishToSuperAdmins(db, ["tenants"]);
}

function sumByWallet(repayments: readonly ledger.Repayment[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { walletId, paidPaise } of repayments) {
    sums.set(walletId, (sums.get(walletId) ?? 0n) + paidPaise);
  }
  return sums;
}

/** What a change brings back to the wallet, in paise. */
function creditOf({ effect, payout, part, outstanding }: Credit): bigint | undefined {
  if (effect === "release") return ledger.totalOf(payout);
  if (effect === "reverse" && outstanding) return ledger.totalOf(outstanding);
  return part ? part.paise + part.feePaise + part.gstPaise : undefined;
}
