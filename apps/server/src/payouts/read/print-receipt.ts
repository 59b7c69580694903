import { now } from "../../kernel/clock.ts";
import { notFound, payoutNotFinished } from "../../kernel/errors.ts";
import { writePdf } from "../../files/pdf/write-pdf.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import type { Tenant } from "../../kernel/person.ts";
import { streamFile } from "../../files/stream-file.ts";
import { findPayout, selectEvents, selectReturns } from "../queries.ts";
import { drawReceipt, type Ending } from "./receipt-sheet.ts";

/**
 * The PDF receipt of a finished payout. A failed, returned or cancelled payout is marked as not paid.
 * @throws 404, for another tenant's payout too; 409 while the payout is open, because its receipt
 *   could be mistaken for a proof of payment.
 */
export async function printReceipt(tenant: Tenant, id: string): Promise<StreamedFile> {
  const payout = await findPayout(tenant, id);
  if (!payout) throw notFound("This payout");
  if (payout.status === "pending" || payout.status === "processing") throw payoutNotFinished();
  const [events, returns] = await Promise.all([selectEvents(payout.id), selectReturns(payout.id)]);
  const ending = endingOf(events, payout.id);
  const receipt = { tenant, payout, ending, returns, generatedAt: now() };
  const bytes = writePdf("Payout receipt", await productName(), (sheet) =>
    drawReceipt(sheet, receipt),
  );
  return streamFile("pdf", `receipt-${payout.reference_id}.pdf`, bytes);
}

function endingOf(events: readonly { event: string; at: Date }[], id: string): Ending {
  const dateOf = (...names: string[]) => events.find(({ event }) => names.includes(event))?.at;
  const cancelledAt = dateOf("cancelled");
  if (cancelledAt) return { how: "cancelled", backAt: cancelledAt };
  const paidAt = dateOf("success");
  const backAt = dateOf("failed", "reversed");
  if (paidAt && backAt) return { how: "returned", paidAt, backAt };
  if (paidAt) return { how: "paid", paidAt };
  if (backAt) return { how: "failed", backAt };
  throw new Error(`Payout ${id} is finished, but its timeline has no outcome`);
}
