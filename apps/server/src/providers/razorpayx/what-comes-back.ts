import { z } from "zod";
import { OutcomeUnknownError, type ListedTransfer, type Report } from "../provider.ts";
import { reasonSentences, waitingSentences } from "./reasons.ts";

const payout = z.object({
  id: z.string().regex(/^pout_\w{1,40}$/),
  entity: z.literal("payout"),
  amount: z.int().positive(),
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

/** A payout as RazorpayX documents it: amounts in paise, times in seconds. */
export type RazorpayXPayout = z.infer<typeof payout>;

const payouts = z.object({ entity: z.literal("collection"), items: z.array(payout) });

/** @throws {OutcomeUnknownError} for anything else. */
export function readPayout(json: unknown): RazorpayXPayout {
  return readAs(payout, json);
}

/** @throws {OutcomeUnknownError} for anything but a collection of payouts. */
export function readPayouts(json: unknown): readonly RazorpayXPayout[] {
  return readAs(payouts, json).items;
}

/** The answer, as the schema has it; what does not fit is no answer. */
export function readAs<T>(schema: z.ZodType<T>, json: unknown): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new OutcomeUnknownError(
    `Its answer is not as RazorpayX documents it: ${where || "at all"}`,
  );
}

/** Every state of RazorpayX's page on the payout life cycle. One that is new to us is not final. */
const stateOf: Readonly<Record<string, Report["state"]>> = {
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

/** What RazorpayX has said of a payout, in our words, its own kept beside them. */
export function reportOf(told: RazorpayXPayout): Report {
  const state = stateOf[told.status] ?? "processing";
  const reason = reasonOf(told, state);
  const charge = chargeOf(told, state);
  return {
    state,
    providerReference: told.id,
    rawState: rawStateOf(told),
    ...(told.utr && { utr: told.utr.toUpperCase() }),
    ...(reason && { reason }),
    ...(charge && { charge }),
  };
}

export function listedOf(told: RazorpayXPayout): ListedTransfer {
  return {
    ...reportOf(told),
    reference: told.reference_id ?? null,
    providerReference: told.id,
    amountPaise: BigInt(told.amount),
    createdAt: new Date(told.created_at * 1_000),
  };
}

function reasonOf({ status, status_details }: RazorpayXPayout, state: Report["state"]) {
  const code = status_details?.reason ?? "";
  if (state === "processing") return waitingSentences[code];
  if (state === "success") return undefined;
  return reasonSentences[code] ?? endWithoutReason[status];
}

const endWithoutReason: Readonly<Record<string, string>> = {
  failed: "The payout failed at the payment provider",
  reversed: "The bank returned the money",
  rejected: "The payout was rejected on the payment provider's side",
  cancelled: "The payout was cancelled on the payment provider's side",
};

/**
 * RazorpayX's `fees` have the `tax` inside, and are set from `processing` on. What fails or
 * comes back brings both back with it.
 */
function chargeOf({ status, fees, tax }: RazorpayXPayout, state: Report["state"]) {
  if (state === "failed" || state === "reversed") return { feePaise: 0n, taxPaise: 0n };
  if ((status !== "processing" && status !== "processed") || fees == null) return undefined;
  const taxPaise = BigInt(tax ?? 0);
  const feePaise = BigInt(fees) - taxPaise;
  return feePaise < 0n ? undefined : { feePaise, taxPaise };
}

/** Such as `failed/beneficiary_bank_offline`; only words that can't be anybody's data. */
function rawStateOf({ status, status_details }: RazorpayXPayout): string {
  return [status, status_details?.reason]
    .filter((word) => word && /^[a-z0-9_]{1,60}$/i.test(word))
    .join("/");
}
