import { pickPayoutFields } from "@rokad/contract/payout-fields";
import { MissingCredentialError } from "../../kernel/credentials.ts";
import { type ProviderUpdate, type Transfer } from "../../providers/transfer.ts";
import {
  LeaseExpiredError,
  NotAcceptedError,
  OutcomeUnknownError,
} from "../../kernel/outbound-errors.ts";
import { log } from "../../kernel/log.ts";
import { providerKeyOf } from "../../kernel/payout-reference.ts";
import { NotConfiguredError, payoutProviderOf } from "../../providers/configured-providers.ts";
import type { LeasedPayout } from "./lease-payouts.ts";
import { decryptDestination } from "../destination.ts";
import { returnToQueue } from "./return-to-queue.ts";
import { scheduleStatusCheck } from "./schedule-status-check.ts";
import { applyProviderUpdate } from "./apply-provider-updates.ts";
import { assertSameProviderAccount } from "./assert-same-provider-account.ts";

/**
 * Sends a leased payout, or checks the status of one that was sent before, and applies the answer.
 * No lock is held during the provider's call. A payout that the provider does not know is sent
 * again under the same idempotency key, so it can't be paid twice, unless the provider had accepted
 * it before. After the lease nothing is sent, because the next worker may be sending already.
 */
export async function sendPayout(payout: LeasedPayout): Promise<void> {
  let update: ProviderUpdate;
  try {
    update = await callProvider(payout);
  } catch (error) {
    if (error instanceof LeaseExpiredError) {
      log().warn({ payout: payout.id }, "A payout's lease ran out before it was sent");
      return;
    }
    if (!isWithoutAnswer(error)) throw error;
    // Only the first call proves that no provider has the payout. After a second lease, an earlier
    // call may have reached the provider, whatever happened to this one.
    if (payout.isNew && isNotTaken(error)) await returnToQueue(payout, error);
    // Unknown is not failure: the payout stays open until a status check has an answer.
    else await scheduleStatusCheck(payout, error);
    return;
  }
  const result = await applyProviderUpdate({
    ...update,
    reference: payout.reference,
    adapter: payout.adapter,
    isAnswer: true,
    ...(update.refusedFor && { refusedLease: payout.attempts }),
  });
  // An answer about another amount is none about this payout.
  if (result === "mismatch") {
    const cause = new OutcomeUnknownError("The provider reports another amount or currency");
    await scheduleStatusCheck(payout, cause);
  }
}

async function callProvider(payout: LeasedPayout): Promise<ProviderUpdate> {
  const provider = payoutProviderOf(payout.provider, payout.adapter, payout.isOfCurrentAdapter);
  const known = payout.isNew ? undefined : await provider.checkStatus(payout.reference);
  if (known) return known;
  if (!payout.maySend) {
    throw new OutcomeUnknownError("The provider does not have the payout; sending is paused");
  }
  if (payout.isAccepted) {
    throw new OutcomeUnknownError(
      "The provider does not know a payout that it had accepted. Check that its keys belong to the same account.",
    );
  }
  if (!payout.isNew) await assertSameProviderAccount(provider, payout);
  const update = await provider.send(transferOf(payout));
  // An earlier call may be held up in the network and still be accepted.
  if (!payout.isNew && update.refusedFor === "time") {
    throw new OutcomeUnknownError(`The provider refused a repeat for now: ${update.reason}`);
  }
  return update;
}

/** Errors after which the provider certainly has nothing. */
function isNotTaken(error: Error): boolean {
  return (
    error instanceof NotAcceptedError ||
    error instanceof MissingCredentialError ||
    error instanceof NotConfiguredError
  );
}

function isWithoutAnswer(error: unknown): error is Error {
  return error instanceof OutcomeUnknownError || (error instanceof Error && isNotTaken(error));
}

function transferOf(payout: LeasedPayout): Transfer {
  return {
    idempotencyKey: providerKeyOf(payout),
    reference: payout.reference,
    amountPaise: payout.amount_paise,
    ...pickPayoutFields(payout),
    sendBeforeMs: payout.leaseEndsMs,
    to:
      payout.method === "upi"
        ? { method: "upi", upiId: decryptDestination(payout) }
        : {
            method: "imps",
            accountNumber: decryptDestination(payout),
            ifscCode: present(payout.ifsc_code),
          },
  };
}

/** For the compiler: a check constraint of the table already guarantees the value. */
function present(value: string | null): string {
  if (value === null) throw new Error("A payout has no destination");
  return value;
}
