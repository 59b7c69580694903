import { log } from "../../kernel/log.ts";
import { type PaidTotals } from "../transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { readPayouts, type RazorpayXPayout } from "./read-payout.ts";

/** The maximum page size of RazorpayX's lists. */
export const pageSize = 100;
/** RazorpayX's times are 32-bit seconds. */
const secondsMax = 2_147_483_647;

/**
 * The payout with our reference; undefined when RazorpayX's list is empty. Nothing else proves that
 * there is none: a 404 says nothing about payouts.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function findPayout(
  to: RazorpayX,
  reference: string,
): Promise<RazorpayXPayout | undefined> {
  const json = await readFromRazorpayX(to, {
    method: "GET",
    path: "/payouts",
    query: { account_number: await ownAccount(), reference_id: reference, count: 10 },
  });
  const items = readPayouts(json);
  const [match, ...others] = items.filter((item) => item.reference_id === reference);
  if (others.length > 0) {
    log().error({ reference }, "RazorpayX has several payouts with one reference");
    throw new OutcomeUnknownError("RazorpayX has several payouts with this reference");
  }
  if (!match && items.length > 0) {
    throw new OutcomeUnknownError("RazorpayX answered with payouts that were not requested");
  }
  return match;
}

/** The payouts that RazorpayX took at or after `from` and before `before`, in pages, newest first. */
export async function* payoutPages(
  to: RazorpayX,
  from: Date,
  before: Date,
): AsyncIterable<readonly RazorpayXPayout[]> {
  const account = await ownAccount();
  const seen = new Set<string>();
  for (let skip = 0; ; skip += pageSize) {
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/payouts",
      query: { account_number: account, ...secondsOf(from, before), count: pageSize, skip },
    });
    const items = readPayouts(json);
    // A payout created meanwhile shifts the list, so that a page repeats part of the last one.
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield fresh;
    if (items.length < pageSize) return;
    if (fresh.length === 0) throw new OutcomeUnknownError("RazorpayX's list repeats itself");
  }
}

/** A period as RazorpayX has it: whole seconds, both inclusive. */
export function secondsOf(from: Date, before: Date): { from: number; to: number } {
  return {
    from: Math.ceil(from.getTime() / 1_000),
    to: Math.min(Math.ceil(before.getTime() / 1_000) - 1, secondsMax),
  };
}

/** Number and amount of the payouts that were paid and not returned. */
export async function totalPaid(
  pages: AsyncIterable<readonly RazorpayXPayout[]>,
): Promise<PaidTotals> {
  let count = 0;
  let amountPaise = 0n;
  for await (const page of pages) {
    for (const { status, amount } of page) {
      if (status !== "processed") continue;
      count += 1;
      amountPaise += BigInt(amount ?? 0);
    }
  }
  return { count, amountPaise };
}
