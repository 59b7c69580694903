import { now } from "../clock.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import { OutcomeUnknownError, type Report, type Transfer } from "../providers/provider.ts";
import { railOf } from "../providers/rails.ts";
import type { ClaimedPayout } from "./claim-payouts.ts";
import { openDestination } from "./destination.ts";
import { nextLook } from "./next-look.ts";
import { recordReport } from "./record-reports.ts";

/**
 * The work on one claimed payout: send it, or ask how an earlier sending went, and record the
 * answer. Nothing is locked while the provider is called. A provider that has never heard of
 * the payout gets it under the same key, so that it can't be paid twice.
 */
export async function sendPayout(payout: ClaimedPayout): Promise<void> {
  let report: Report;
  try {
    report = await askProvider(payout);
  } catch (error) {
    // Unknown is not failure: the payout stays open and is looked up after a while.
    if (!(error instanceof OutcomeUnknownError)) throw error;
    await lookAgainLater(payout, error.message);
    return;
  }
  await recordReport({ ...report, reference: payout.reference, adapter: payout.adapter });
}

async function askProvider(payout: ClaimedPayout): Promise<Report> {
  const rail = railOf(payout.provider, payout.adapter);
  const known = payout.isNew ? undefined : await rail.look(payout.reference);
  if (!known && !payout.maySend) {
    throw new OutcomeUnknownError("The provider has not taken it yet and is paused");
  }
  return known ?? rail.send(transferOf(payout));
}

async function lookAgainLater(payout: ClaimedPayout, why: string): Promise<void> {
  await database()
    .updateTable("payouts")
    .set({ due_at: nextLook(payout.attempts), updated_at: now() })
    .where("id", "=", payout.id)
    // A notice may have brought it to its end meanwhile.
    .where("status", "=", "processing")
    .execute();
  log().warn(
    { payout: payout.id, attempts: payout.attempts, why },
    "A payout's outcome is unknown",
  );
  if (payout.attempts > 1) return;
  await database()
    .insertInto("payout_events")
    .values({ payout_id: payout.id, at: now(), event: "unknown", detail: why })
    .execute();
}

function transferOf(payout: ClaimedPayout): Transfer {
  return {
    idempotencyKey: payout.id,
    reference: payout.reference,
    amountPaise: payout.amount_paise,
    beneficiaryName: payout.beneficiary_name,
    beneficiaryEmail: payout.beneficiary_email,
    beneficiaryPhone: payout.beneficiary_phone,
    remarks: payout.remarks,
    to:
      payout.method === "upi"
        ? { method: "upi", upiId: openDestination(payout) }
        : {
            method: "imps",
            accountNumber: openDestination(payout),
            ifscCode: present(payout.ifsc_code),
          },
  };
}

/** The table's own check says that it is there; this says so to the compiler. */
function present(value: string | null): string {
  if (value === null) throw new Error("A payout has no destination");
  return value;
}
