import { formatMoney } from "@rokad/money/format";
import { type PayoutBatch, type Rokad, RokadError } from "@rokad/sdk";
import { RefusedError } from "./answer.ts";

/** What may be proposed in an hour. A batch is one proposal of its total. */
export interface HourlyCaps {
  readonly proposals: number;
  readonly paise: number;
}

/** Whose calls these are, and what is too many of them. */
export interface Caller {
  readonly rokad: Rokad;
  readonly keyId: string;
  readonly caps: HourlyCaps;
}

const hourMs = 3_600_000;

/**
 * Rokad's own lists are counted, so an agent that starts this program again has the same caps. They
 * have the requests of all programs of the person who answers for the key, and the key's batches.
 * @throws {RefusedError} if the new ones would exceed a cap.
 */
export async function assertWithinCaps(
  { rokad, keyId, caps }: Caller,
  { proposals, paise }: HourlyCaps,
): Promise<void> {
  let used = 0;
  let usedPaise = 0;
  for await (const request of ofTheLastHour((page) => ownRequests(rokad, page))) {
    if (request.source !== "api") continue;
    used += 1;
    usedPaise += request.amount.amount;
  }
  for await (const batch of ofTheLastHour((page) => batchesOf(rokad, page))) {
    if (batch.api_key?.id !== keyId) continue;
    used += 1;
    if (wasSubmitted(batch)) usedPaise += batch.amount.amount;
  }
  if (used + proposals > caps.proposals)
    throw new RefusedError(
      `An agent may propose ${caps.proposals} payments or batches an hour, and ${used} were proposed in the last one. A person decides what comes next.`,
    );
  if (usedPaise + paise > caps.paise)
    throw new RefusedError(
      `An agent may propose ${rupees(caps.paise)} an hour, and ${rupees(usedPaise)} were proposed in the last one. A person decides what comes next.`,
    );
}

/** A draft with wrong rows is a proposal of the hour, too, but asked nobody for its total yet. */
const wasSubmitted = ({ approval, returned, started_at: startedAt }: PayoutBatch) =>
  approval !== null || returned !== null || startedAt !== null;

interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly has_next: boolean };
}

/** The items of a list, newest first, that are not older than an hour. */
async function* ofTheLastHour<T extends { readonly created_at: string }>(
  read: (page: number) => Promise<Page<T>>,
) {
  const since = Date.now() - hourMs;
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await read(page);
    for (const item of data) {
      if (Date.parse(item.created_at) < since) return;
      yield item;
    }
    if (!pagination.has_next) return;
  }
}

/** What was requested for the person who answers for the key. */
const ownRequests = async (rokad: Rokad, page: number) =>
  rokad.listPaymentRequests({ query: { view: "mine", limit: 100, page } });

/** A business without the feature has no batches. */
async function batchesOf(rokad: Rokad, page: number): Promise<Page<PayoutBatch>> {
  try {
    return await rokad.listPayoutBatches({ query: { limit: 100, page } });
  } catch (error) {
    if (!(error instanceof RokadError) || error.code !== "FEATURE_NOT_ENABLED") throw error;
    return { data: [], pagination: { has_next: false } };
  }
}

const rupees = (paise: number) => formatMoney({ amount: paise, currency: "INR" });
