import type { Tx } from "../db.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { Change, OpenPayout } from "./payout-change.ts";

/** What came to its end becomes a notification; whatever the timeline got a line for is told live. */
export async function tellPayers(db: Tx, changes: readonly Change[]): Promise<void> {
  const happenings = changes.flatMap(({ effect, payout }) => {
    const kind = notificationOf[effect];
    return kind ? [{ personId: payout.walletId, kind, subjectId: payout.payoutId }] : [];
  });
  await notify(db, happenings);
  const told = changes.filter(({ event, effect }) => event ?? effect === "complete");
  await announce(
    db,
    told.map((change) => change.payout.walletId),
    ["payouts", "wallet", "notifications"],
  );
}

/** Somebody has to ask the provider by telephone: told once of each payout. */
export async function tellOfContradictions(db: Tx, changes: readonly Change[]): Promise<void> {
  for (const { effect, payout, says } of changes) {
    if (effect !== "contradiction") continue;
    await tellSuperAdmins(db, {
      kind: "payout_contradicted",
      subjectId: payout.payoutId,
      detail: `the provider says ${says} after ${isDecided(payout) ? "two super admins had decided" : "it had said"} ${payout.status}`,
    });
  }
}

/** The provider itself has never said what the payout is. */
function isDecided({ status, provider_state: said }: OpenPayout): boolean {
  return status === "success" ? said !== "success" : said !== "failed" && said !== "reversed";
}

const notificationOf = {
  settle: "payout_settled",
  release: "payout_failed",
  reverse: "payout_reversed",
  note: undefined,
  contradiction: undefined,
  complete: undefined,
} as const;
