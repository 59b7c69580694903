import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import type { PayoutChange, LockedPayout } from "../payout-change.ts";

/**
 * Notifies payers of outcomes, of those of a batch together at its end, and publishes every change that their
 * timeline shows.
 */
export async function notifyPayers(db: Tx, changes: readonly PayoutChange[]): Promise<void> {
  const notifications = changes.flatMap(({ effect, payout, part, outstanding, detail }) => {
    const isRowOutcome = payout.isOfBatch && (effect === "settle" || effect === "release");
    const kind = isRowOutcome ? undefined : notificationOf[effect];
    const about = {
      ...(part && { amountPaise: part.paise, ...(detail !== null && { detail }) }),
      ...(outstanding && { amountPaise: outstanding.amountPaise }),
    };
    return kind ? [{ personId: payout.walletId, kind, subjectId: payout.payoutId, ...about }] : [];
  });
  await notify(db, notifications);
  const visible = changes.filter(({ event, effect }) => event ?? effect === "complete");
  await publishChange(
    db,
    visible.map((change) => change.payout.walletId),
    ["payouts", "wallet", "notifications"],
  );
}

/** Notifies super admins once per payout, because someone has to call the provider. */
export async function notifyContradictions(
  db: Tx,
  changes: readonly PayoutChange[],
): Promise<void> {
  for (const { effect, payout, reportedState } of changes) {
    if (effect !== "contradiction") continue;
    await notifySuperAdmins(db, {
      kind: "payout_contradicted",
      subjectId: payout.payoutId,
      detail: `the provider says ${reportedState} after ${before(payout)}`,
    });
  }
}

function before(payout: LockedPayout): string {
  if (payout.status === "cancelled") return "the payout was cancelled unsent";
  return isDecided(payout)
    ? `two super admins decided ${payout.status}`
    : `it had reported ${payout.status}`;
}

/** Whether the payout's status came from super admins: the provider never reported it. */
function isDecided({ status, provider_state: reported }: LockedPayout): boolean {
  return status === "success"
    ? reported !== "success"
    : reported !== "failed" && reported !== "reversed";
}

const notificationOf = {
  settle: "payout_settled",
  release: "payout_failed",
  reverse: "payout_reversed",
  partial_return: "payout_partly_returned",
  note: undefined,
  contradiction: undefined,
  complete: undefined,
} as const;
