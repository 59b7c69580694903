import { MissingCredentialError } from "../credentials/credentials.ts";
import {
  NotTakenError,
  OutcomeUnknownError,
  type Report,
  type Transfer,
} from "../providers/provider.ts";
import { NotConfiguredError, railOf } from "../providers/rails.ts";
import type { ClaimedPayout } from "./claim-payouts.ts";
import { openDestination } from "./destination.ts";
import { handBack } from "./hand-back.ts";
import { lookAgainLater } from "./look-again-later.ts";
import { recordReport } from "./record-reports.ts";
import { refuseStranger } from "./refuse-stranger.ts";

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
    if (!isWithoutAnswer(error)) throw error;
    // Only the very first call can tell that no provider has it. Of a payout that was claimed
    // before, an earlier call may have gone through, whatever became of this one.
    if (payout.isNew && isNotTaken(error)) await handBack(payout, error);
    // Unknown is not failure: the payout stays open and is looked up after a while.
    else await lookAgainLater(payout, error);
    return;
  }
  await recordReport({
    ...report,
    reference: payout.reference,
    adapter: payout.adapter,
    isAnswer: true,
  });
}

async function askProvider(payout: ClaimedPayout): Promise<Report> {
  const rail = railOf(payout.provider, payout.adapter);
  const known = payout.isNew ? undefined : await rail.look(payout.reference);
  if (!known && !payout.maySend) {
    throw new OutcomeUnknownError("It has not taken the payout, and nothing is sent to it for now");
  }
  if (known) return known;
  if (!payout.isNew) await refuseStranger(rail, payout.adapter);
  return rail.send(transferOf(payout));
}

/** None of these has reached the provider. */
function isNotTaken(error: Error): boolean {
  return (
    error instanceof NotTakenError ||
    error instanceof MissingCredentialError ||
    error instanceof NotConfiguredError
  );
}

function isWithoutAnswer(error: unknown): error is Error {
  return error instanceof OutcomeUnknownError || (error instanceof Error && isNotTaken(error));
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
