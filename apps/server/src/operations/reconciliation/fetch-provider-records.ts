import { database } from "../../database/db.ts";
import type { Provider } from "../../providers/provider.ts";
import type { ListedTransfer, ProviderUpdate } from "../../providers/transfer.ts";
import type { Day } from "./day.ts";
import { readSentPayouts } from "./queries.ts";

interface FetchOptions {
  readonly day: Day;
  readonly signal: AbortSignal;
  /** Awaited before each call about one transfer. */
  readonly throttle: (signal: AbortSignal) => Promise<void>;
  readonly onRead: (count: number) => void;
}

/**
 * Stages the provider's records of a day, page by page: from its list, or by a status check of
 * each sent payout. It first deletes the rows of an earlier try: half a list would look like
 * missing transfers.
 * @returns which of the two ways was used.
 * @throws {OutcomeUnknownError} when the provider gives no clear answer.
 */
export async function fetchProviderRecords(
  provider: Provider,
  options: FetchOptions,
): Promise<"list" | "look"> {
  const { day } = options;
  await database().deleteFrom("reconciliation_theirs").where("run_id", "=", day.runId).execute();
  if (!provider.list) {
    await fetchEach(provider, options);
    return "look";
  }
  let read = 0;
  for await (const page of provider.list(day.from, day.to)) {
    options.signal.throwIfAborted();
    await storeRecords(day.runId, page.map(rowOf));
    options.onRead((read += page.length));
  }
  return "list";
}

async function fetchEach(provider: Provider, { day, signal, throttle, onRead }: FetchOptions) {
  let read = 0;
  for await (const page of readSentPayouts(day)) {
    for (const { reference } of page) {
      await throttle(signal);
      const update = await provider.checkStatus(reference);
      if (update) {
        const providerReference = update.providerReference ?? reference;
        await storeRecords(day.runId, [rowOf({ ...update, reference, providerReference })]);
      }
      onRead((read += 1));
    }
  }
}

type ProviderRecord = ProviderUpdate & Pick<ListedTransfer, "reference" | "providerReference">;

function rowOf(record: ProviderRecord) {
  return {
    provider_reference: record.providerReference,
    reference: record.reference,
    state: record.state,
    raw_state: record.rawState ?? null,
    amount_paise: record.amountPaise ?? null,
    currency: record.currency === undefined ? "INR" : record.currency,
    has_amount: record.amountPaise !== undefined,
    utr: record.utr ?? null,
    fee_paise: record.charge?.feePaise ?? null,
    tax_paise: record.charge?.taxPaise ?? null,
    reason: record.reason ?? null,
  };
}

/** Pages may overlap while new transfers arrive; the later record of a transfer wins. */
async function storeRecords(
  runId: string,
  rows: readonly ReturnType<typeof rowOf>[],
): Promise<void> {
  const newest = new Map(rows.map((row) => [row.provider_reference, { run_id: runId, ...row }]));
  if (newest.size === 0) return;
  await database()
    .insertInto("reconciliation_theirs")
    .values([...newest.values()])
    .onConflict((conflict) =>
      conflict.columns(["run_id", "provider_reference"]).doUpdateSet((eb) => ({
        state: eb.ref("excluded.state"),
        raw_state: eb.ref("excluded.raw_state"),
        utr: eb.ref("excluded.utr"),
        fee_paise: eb.ref("excluded.fee_paise"),
        tax_paise: eb.ref("excluded.tax_paise"),
        reason: eb.ref("excluded.reason"),
      })),
    )
    .execute();
}
