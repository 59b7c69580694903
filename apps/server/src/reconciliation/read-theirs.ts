import { database } from "../db.ts";
import type { ListedTransfer, Provider } from "../providers/provider.ts";
import type { Day } from "./day.ts";
import { handedOver } from "./queries.ts";

interface Reading {
  readonly day: Day;
  readonly signal: AbortSignal;
  /** Waited for before each question about one transfer. */
  readonly pace: (signal: AbortSignal) => Promise<void>;
  readonly onRead: (count: number) => void;
}

/**
 * Writes down what the provider says of a day, a page at a time: its own list where it has one,
 * else its word on each payout that it was handed. What an earlier try had read is thrown away,
 * because half a list would look like one with half of the transfers missing.
 * @returns how it was asked.
 * @throws {OutcomeUnknownError} when it gives no clear answer.
 */
export async function readTheirs(provider: Provider, reading: Reading): Promise<"list" | "look"> {
  const { day } = reading;
  await database().deleteFrom("reconciliation_theirs").where("run_id", "=", day.runId).execute();
  if (!provider.list) {
    await lookUpEach(provider, reading);
    return "look";
  }
  let read = 0;
  for await (const page of provider.list(day.from, day.to)) {
    reading.signal.throwIfAborted();
    await keep(day.runId, page.map(rowOf));
    reading.onRead((read += page.length));
  }
  return "list";
}

async function lookUpEach(provider: Provider, { day, signal, pace, onRead }: Reading) {
  let read = 0;
  for await (const page of handedOver(day)) {
    for (const { reference } of page) {
      await pace(signal);
      const report = await provider.look(reference);
      if (report) {
        const providerReference = report.providerReference ?? reference;
        await keep(day.runId, [
          rowOf({ ...report, reference, providerReference, amountPaise: null }),
        ]);
      }
      onRead((read += 1));
    }
  }
}

type Told = Omit<ListedTransfer, "amountPaise" | "createdAt"> & {
  readonly amountPaise: bigint | null;
};

function rowOf(told: Told) {
  return {
    provider_reference: told.providerReference,
    reference: told.reference,
    state: told.state,
    raw_state: told.rawState ?? null,
    amount_paise: told.amountPaise,
    utr: told.utr ?? null,
    fee_paise: told.charge?.feePaise ?? null,
    tax_paise: told.charge?.taxPaise ?? null,
    reason: told.reason ?? null,
  };
}

/** Pages may overlap while transfers come in: the later word on one is the one that counts. */
async function keep(runId: string, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
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
