import { z } from "zod";
import { type ListedTransfer, type ProviderUpdate } from "../transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { failureReasons, waitingReasons } from "./reasons.ts";

const payoutSchema = z.object({
  id: z.string().regex(/^pout_\w{1,40}$/),
  entity: z.literal("payout"),
  // Both are in every documented answer. A missing one must not settle the payout.
  amount: z.int().positive().nullish().catch(null),
  currency: z.string().nullish().catch(null),
  status: z.string(),
  utr: z.string().nullish(),
  reference_id: z.string().nullish(),
  fees: z.int().nonnegative().nullish(),
  tax: z.int().nonnegative().nullish(),
  status_details: z
    .object({ reason: z.string().nullish(), description: z.string().nullish() })
    .nullish(),
  created_at: z.int().positive(),
});

/** A payout in RazorpayX's documented format: amounts in paise, times in seconds. */
export type RazorpayXPayout = z.infer<typeof payoutSchema>;

const payouts = z.object({ entity: z.literal("collection"), items: z.array(payoutSchema) });

/** @throws {OutcomeUnknownError} for anything else. */
export function readPayout(json: unknown): RazorpayXPayout {
  return readAs(payoutSchema, json);
}

/** @throws {OutcomeUnknownError} for anything but a collection of payouts. */
export function readPayouts(json: unknown): readonly RazorpayXPayout[] {
  return readAs(payouts, json).items;
}

/**
 * Parses an answer.
 * @throws {OutcomeUnknownError} when it does not fit the schema.
 */
export function readAs<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new OutcomeUnknownError(
    `RazorpayX's answer does not have the documented format: ${where || "at all"}`,
  );
}

/** Every state on RazorpayX's page on the payout life cycle. An unknown state is not final. */
const stateOf: Readonly<Record<string, ProviderUpdate["state"]>> = {
  pending: "processing",
  queued: "processing",
  scheduled: "processing",
  processing: "processing",
  processed: "success",
  reversed: "reversed",
  failed: "failed",
  rejected: "failed",
  cancelled: "failed",
};

/** A payout's state as an update, with RazorpayX's own codes as `rawState`. */
export function updateOf(payout: RazorpayXPayout): ProviderUpdate {
  const state = stateOf[payout.status] ?? "processing";
  const reason = reasonOf(payout, state);
  const charge = chargeOf(payout, state);
  return {
    state,
    providerReference: payout.id,
    rawState: rawStateOf(payout),
    amountPaise: payout.amount == null ? null : BigInt(payout.amount),
    currency: payout.currency ?? null,
    ...(payout.utr && { utr: payout.utr.toUpperCase() }),
    ...(reason && { reason }),
    ...(charge && { charge }),
  };
}

export function listedTransferOf(payout: RazorpayXPayout): ListedTransfer {
  return {
    ...updateOf(payout),
    reference: payout.reference_id ?? null,
    providerReference: payout.id,
    amountPaise: payout.amount == null ? null : BigInt(payout.amount),
    createdAt: new Date(payout.created_at * 1_000),
  };
}

function reasonOf({ status, status_details }: RazorpayXPayout, state: ProviderUpdate["state"]) {
  const code = status_details?.reason ?? "";
  if (state === "processing") return waitingReasons[code];
  if (state === "success") return undefined;
  return failureReasons[code] ?? reasonOfStatus[status];
}

const reasonOfStatus: Readonly<Record<string, string>> = {
  failed: "The payout failed at the payment provider",
  reversed: "The bank returned the money",
  rejected: "The payout was rejected on the payment provider's side",
  cancelled: "The payout was cancelled on the payment provider's side",
};

/**
 * The charge. RazorpayX's `fees` include the `tax`, and are known from `processing` on. A failed or
 * returned payout has its charge refunded.
 */
function chargeOf({ status, fees, tax }: RazorpayXPayout, state: ProviderUpdate["state"]) {
  if (state === "failed" || state === "reversed") return { feePaise: 0n, taxPaise: 0n };
  if ((status !== "processing" && status !== "processed") || fees == null) return undefined;
  const taxPaise = BigInt(tax ?? 0);
  const feePaise = BigInt(fees) - taxPaise;
  return feePaise < 0n ? undefined : { feePaise, taxPaise };
}

/** Codes such as `failed/beneficiary_bank_offline`; nothing that could be personal data. */
function rawStateOf({ status, status_details }: RazorpayXPayout): string {
  return [status, status_details?.reason]
    .filter((code) => code && /^[a-z0-9_]{1,60}$/i.test(code))
    .join("/");
}
