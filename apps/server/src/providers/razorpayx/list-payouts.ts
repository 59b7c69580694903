import { log } from "../../log.ts";
import { OutcomeUnknownError, type PaidTotals } from "../provider.ts";
import { ownAccount, readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { readPayouts, type RazorpayXPayout } from "./what-comes-back.ts";

/** The most that one page of any of RazorpayX's lists has. */
export const pageSize = 100;
/** The last second that RazorpayX's times can name. */
const secondsMax = 2_147_483_647;

/**
 * The payout that stands under our reference; undefined when RazorpayX's list has none. An empty
 * list is the only answer that says so: an address that is not found says nothing of payouts.
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
  const [found, ...others] = items.filter((item) => item.reference_id === reference);
  if (others.length > 0) {
    log().error({ reference }, "RazorpayX has several payouts under one reference of ours");
    throw new OutcomeUnknownError("RazorpayX has several payouts under this reference");
  }
  if (!found && items.length > 0) {
    throw new OutcomeUnknownError("RazorpayX answered with payouts that were not asked for");
  }
  return found;
}

/** Every payout that RazorpayX took from `from` on and before `to`, newest first, page by page. */
export async function* eachPage(
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
    // One that comes in meanwhile moves the others down, so that a page repeats some of the last.
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield fresh;
    if (items.length < pageSize) return;
    if (fresh.length === 0) throw new OutcomeUnknownError("RazorpayX's list repeats itself");
  }
}

/** Whole seconds, both ends included, as RazorpayX has them. */
export function secondsOf(from: Date, before: Date): { from: number; to: number } {
  return {
    from: Math.ceil(from.getTime() / 1_000),
    to: Math.min(Math.ceil(before.getTime() / 1_000) - 1, secondsMax),
  };
}

/** What was paid and has not come back. */
export async function totalsOf(
  pages: AsyncIterable<readonly RazorpayXPayout[]>,
): Promise<PaidTotals> {
  let count = 0;
  let amountPaise = 0n;
  for await (const page of pages) {
    for (const { status, amount } of page) {
      if (status !== "processed") continue;
      count += 1;
      amountPaise += BigInt(amount);
    }
  }
  return { count, amountPaise };
}
