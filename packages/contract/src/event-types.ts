/* What programs can learn of: each type of event, the scope that reads it, and what happened. */
import type { Scope } from "./scopes.ts";

interface EventType {
  readonly scope: Scope;
  readonly sentence: string;
}

const of = <const T extends Readonly<Record<string, string>>>(scope: Scope, sentences: T) =>
  Object.fromEntries(
    Object.entries(sentences).map(([type, sentence]) => [type, { scope, sentence }]),
  ) as { readonly [K in keyof T]: EventType };

/** The part before the dot is the subject, whose id each event has. */
export const eventTypes = {
  ...of("payouts:read", {
    "payout.created": "A payout was created; its total is on hold",
    "payout.pending": "A provider did not take the payout; it waits to be sent again",
    "payout.processing": "The payout is with a provider",
    "payout.success": "The payout was paid to the beneficiary",
    "payout.utr_received": "A paid payout got its UTR, after its success",
    "payout.failed": "The payout failed; its total is back in the wallet",
    "payout.cancelled": "The payout was cancelled before it was sent",
    "payout.returned": "A paid payout came back; it is in the wallet again",
    "payout.partly_returned": "A part of a paid payout came back",
    "payment_request.draft": "A payment request was saved as a draft",
    "payment_request.awaiting_approval": "A payment request waits for approvals",
    "payment_request.approved": "A payment request has its last approval",
    "payment_request.rejected": "A payment request was rejected",
    "payment_request.withdrawn": "A payment request was withdrawn",
    "payment_request.expired": "A payment request expired",
    "payout_batch.draft": "A batch of payouts was uploaded, or returned to its draft",
    "payout_batch.awaiting_approval": "A batch of payouts waits for approvals",
    "payout_batch.running": "A batch creates its payouts",
    "payout_batch.paused": "A batch creates no further payouts for now",
    "payout_batch.finished": "Every payout of a batch has an outcome",
    "payout_batch.cancelled": "A batch was cancelled",
  }),
  ...of("deposits:write", {
    "deposit.pending": "A deposit was requested",
    "deposit.completed": "A deposit was credited to the wallet",
    "deposit.failed": "A deposit was rejected",
    "bank_account.pending": "A bank account waits for its review",
    "bank_account.approved": "A bank account was approved",
    "bank_account.rejected": "A bank account was rejected",
    "bank_account.revoked": "The approval of a bank account was revoked",
  }),
  ...of("beneficiaries:read", {
    "beneficiary.created": "A beneficiary was saved",
    "beneficiary.changed": "A beneficiary, or an account of it, was changed",
    "beneficiary.archived": "A beneficiary was archived",
    "beneficiary.restored": "An archived beneficiary was restored",
  }),
  ...of("wallet:read", {
    "wallet.low_balance": "The available balance fell below the amount that you chose",
  }),
  ...of("reports:read", {
    "report.ready": "A report or an export is ready to download",
    "report.failed": "A report or an export could not be created",
  }),
  ...of("webhooks:read", {
    "webhook.test": "Someone sent a test to one of your webhook endpoints",
  }),
} as const;

export type EventTypeName = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [EventTypeName, ...EventTypeName[]];

/** The types that a key with these scopes reads. */
export function eventTypesOf(scopes: readonly Scope[]): EventTypeName[] {
  return eventTypeNames.filter((type) => scopes.includes(eventTypes[type].scope));
}
