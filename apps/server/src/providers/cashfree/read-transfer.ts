import * as z from "zod";
import { log } from "../../log.ts";
import { OutcomeUnknownError, type Report } from "../provider.ts";
import { reasonOf } from "./reasons.ts";
import { paiseOf } from "./rupees.ts";

const word = z.string().regex(/^\w{1,60}$/);

/** A transfer as Cashfree tells it: in the answer to a sending or a look, and in a webhook. */
const transferBody = z.object({
  transfer_id: z.string().min(1),
  cf_transfer_id: z.union([z.string(), z.number()]).nullish(),
  status: word,
  status_code: word.nullish(),
  transfer_utr: z.string().nullish(),
  transfer_service_charge: z.unknown().optional(),
  transfer_service_tax: z.unknown().optional(),
});
type TransferBody = z.infer<typeof transferBody>;

/**
 * What Cashfree says of the transfer that was asked about.
 * @throws {OutcomeUnknownError} when the answer is of another form or about another transfer.
 */
export function readTransfer(json: unknown, reference: string): Report {
  const body = transferBody.safeParse(json).data;
  if (!body) throw new OutcomeUnknownError("Its answer is not of the documented form");
  if (body.transfer_id !== reference) {
    throw new OutcomeUnknownError("Its answer is about another transfer");
  }
  return reportOf(body);
}

/**
 * The same from a webhook, which says itself what it is about.
 * @throws when it is not of the documented form.
 */
export function readToldTransfer(json: unknown): Report & { readonly reference: string } {
  const body = transferBody.safeParse(json).data;
  if (!body) throw new Error("An event about a transfer tells no transfer or no status");
  return { ...reportOf(body), reference: body.transfer_id };
}

function reportOf(body: TransferBody): Report {
  const code = body.status_code ?? "";
  const state = stateOf(body.status, code);
  const utr = body.transfer_utr?.trim().toUpperCase() ?? "";
  const feePaise = paiseOf(body.transfer_service_charge);
  const taxPaise = paiseOf(body.transfer_service_tax);
  return {
    state,
    rawState: code ? `${body.status}/${code}` : body.status,
    ...(/^[A-Z0-9]{6,40}$/.test(utr) && { utr }),
    ...(body.cf_transfer_id != null && { providerReference: String(body.cf_transfer_id) }),
    ...((state === "failed" || state === "reversed") && { reason: reasonOf(code || body.status) }),
    ...(feePaise !== undefined && { charge: { feePaise, taxPaise: taxPaise ?? 0n } }),
  };
}

/** Documented in full; `PROCESSING` is seen in public integrations only. */
const states: Readonly<Record<string, Report["state"]>> = {
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

/** Money has left for the beneficiary's bank, and a UTR stands for it. */
const sent: ReadonlySet<string> = new Set(["", "COMPLETED", "SENT_TO_BENEFICIARY"]);
/** Codes of a transfer that has not ended, so that a final status beside them is a contradiction. */
const open =
  /^(RECEIVED|QUEUED|PENDING|SENT_TO_BANK|COMPLETED|SENT_TO_BENEFICIARY|\w*TIMEDOUT|\w*TIMEOUT)$/;

/**
 * Both words decide. Where they are new to us or contradict each other, the transfer stays open,
 * because money may be on its way: somebody reads of it in the log and asks Cashfree.
 */
function stateOf(status: string, code: string): Report["state"] {
  const state = states[status];
  if (state === undefined) return stillOpen(status, code);
  if (state === "success" && !sent.has(code)) return stillOpen(status, code);
  if (state !== "failed") return state;
  // It says that there is another one like it, which may be this very transfer sent before.
  if (code.includes("DUPLICATE") || open.test(code)) return stillOpen(status, code);
  // The same code stands under FAILED and REVERSED; as a return it is right after success too.
  return code === "RETURNED_FROM_BENEFICIARY" ? "reversed" : "failed";
}

function stillOpen(status: string, code: string): "processing" {
  log().error({ status, code }, "Cashfree says of a transfer what this version can't decide by");
  return "processing";
}
