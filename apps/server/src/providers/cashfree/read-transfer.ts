import * as z from "zod";
import { log } from "../../kernel/log.ts";
import { type ProviderUpdate } from "../transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { reasonOf } from "./reasons.ts";
import { paiseOf } from "./rupees.ts";

const codeSchema = z.string().regex(/^\w{1,60}$/);

/** A transfer in Cashfree's answers and webhooks. */
const transferBody = z.object({
  transfer_id: z.string().min(1),
  cf_transfer_id: z.union([z.string(), z.number()]).nullish(),
  transfer_amount: z.unknown().optional(),
  transfer_currency: z.string().nullish(),
  currency: z.string().nullish(),
  status: codeSchema,
  status_code: codeSchema.nullish(),
  transfer_utr: z.string().nullish(),
  transfer_service_charge: z.unknown().optional(),
  transfer_service_tax: z.unknown().optional(),
});
type TransferBody = z.infer<typeof transferBody>;

/**
 * Parses Cashfree's answer about a transfer.
 * @throws {OutcomeUnknownError} for another format or another transfer.
 */
export function readTransfer(json: unknown, reference: string): ProviderUpdate {
  const body = transferBody.safeParse(json).data;
  if (!body) throw new OutcomeUnknownError("Cashfree's answer does not have the documented format");
  if (body.transfer_id !== reference) {
    throw new OutcomeUnknownError("Cashfree's answer is about another transfer");
  }
  return updateOf(body);
}

/**
 * Parses a transfer in a webhook, with the reference that it names.
 * @throws when it does not have the documented format.
 */
export function readWebhookTransfer(
  json: unknown,
): ProviderUpdate & { readonly reference: string } {
  const body = transferBody.safeParse(json).data;
  if (!body) throw new Error("A transfer event has no transfer or no status");
  return { ...updateOf(body), reference: body.transfer_id };
}

function updateOf(body: TransferBody): ProviderUpdate {
  const code = body.status_code ?? "";
  const state = stateOf(body.status, code);
  const utr = body.transfer_utr?.trim().toUpperCase() ?? "";
  const feePaise = paiseOf(body.transfer_service_charge);
  const taxPaise = paiseOf(body.transfer_service_tax);
  // Cashfree documents the amount in every answer and event, and the currency in none.
  const currency = body.transfer_currency ?? body.currency;
  return {
    state,
    amountPaise: paiseOf(body.transfer_amount) ?? null,
    ...(currency != null && { currency }),
    rawState: code ? `${body.status}/${code}` : body.status,
    ...(/^[A-Z0-9]{6,40}$/.test(utr) && { utr }),
    ...(body.cf_transfer_id != null && { providerReference: String(body.cf_transfer_id) }),
    ...((state === "failed" || state === "reversed") && { reason: reasonOf(code || body.status) }),
    ...(feePaise !== undefined && { charge: { feePaise, taxPaise: taxPaise ?? 0n } }),
  };
}

/** All documented states; `PROCESSING` only occurs in public integrations. */
const states: Readonly<Record<string, ProviderUpdate["state"]>> = {
  RECEIVED: "processing",
  QUEUED: "processing",
  PENDING: "processing",
  PROCESSING: "processing",
  VALIDATION_PENDING: "processing",
  APPROVAL_PENDING: "processing",
  SUCCESS: "success",
  FAILED: "failed",
  REJECTED: "failed",
  MANUALLY_REJECTED: "failed",
  REVERSED: "reversed",
};

/** Codes of a transfer whose money has left for the beneficiary's bank, with a UTR. */
const sent: ReadonlySet<string> = new Set(["", "COMPLETED", "SENT_TO_BENEFICIARY"]);
/** Codes of an open transfer: with a final status they contradict each other. */
const open =
  /^(RECEIVED|QUEUED|PENDING|SENT_TO_BANK|COMPLETED|SENT_TO_BENEFICIARY|\w*TIMEDOUT|\w*TIMEOUT)$/;

/**
 * The state by status and code. If they are unknown or contradict each other, the transfer stays
 * open, because the money may be in transit. The log names them, so that staff can ask Cashfree.
 */
function stateOf(status: string, code: string): ProviderUpdate["state"] {
  const state = states[status];
  if (state === undefined) return unclear(status, code);
  if (state === "success" && !sent.has(code)) return unclear(status, code);
  if (state !== "failed") return state;
  // A duplicate of another transfer: that may be this one, sent before.
  if (code.includes("DUPLICATE") || open.test(code)) return unclear(status, code);
  // This code comes with FAILED and REVERSED; `reversed` is right before and after a success.
  return code === "RETURNED_FROM_BENEFICIARY" ? "reversed" : "failed";
}

function unclear(status: string, code: string): "processing" {
  log().error({ status, code }, "Cashfree reports an unknown or contradictory transfer status");
  return "processing";
}
