import { now } from "../clock.ts";
import { notFound, payoutNotFinished } from "../errors.ts";
import { printed } from "../pdf/printed.ts";
import { productName } from "../platform/read-branding.ts";
import type { MadeFile } from "../send-file.ts";
import type { Tenant } from "../sign-in/person.ts";
import { streamedFile } from "../streamed-file.ts";
import { eventsOf, payoutOf } from "./queries.ts";
import { drawReceipt, type Ending } from "./receipt-sheet.ts";

/**
 * The receipt of a payout that reached an end; it says plainly when that was not a payment.
 * @throws 404, for another tenant's payout too; 409 while the payout is under way, because a paper
 *   that looks like a receipt would be taken for one.
 */
export async function printReceipt(tenant: Tenant, id: string): Promise<MadeFile> {
  const payout = await payoutOf(tenant, id);
  if (!payout) throw notFound("This payout");
  if (payout.status === "pending" || payout.status === "processing") throw payoutNotFinished();
  const ending = endingOf(await eventsOf(payout.id), payout.id);
  const receipt = { tenant, payout, ending, madeAt: now() };
  const bytes = printed("Payout receipt", await productName(), (sheet) =>
    drawReceipt(sheet, receipt),
  );
  return streamedFile("pdf", `receipt-${payout.reference_id}.pdf`, bytes);
}

function endingOf(events: readonly { event: string; at: Date }[], id: string): Ending {
  const dateOf = (...names: string[]) => events.find(({ event }) => names.includes(event))?.at;
  const paidAt = dateOf("success");
  const backAt = dateOf("failed", "reversed");
  if (paidAt && backAt) return { how: "returned", paidAt, backAt };
  if (paidAt) return { how: "paid", paidAt };
  if (backAt) return { how: "failed", backAt };
  throw new Error(`Payout ${id} ended, but its timeline does not say how`);
}
