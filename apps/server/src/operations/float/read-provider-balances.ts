import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { log } from "../../kernel/log.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { Provider } from "../../providers/provider.ts";
import { alertLowBalance } from "./alert-low-balance.ts";
import { fetchProviderCredits } from "./fetch-provider-credits.ts";
import { matchProviderCredits } from "./match-provider-credits.ts";
import { isSameBooks, readProviderBooks, type ProviderBooks } from "./read-provider-books.ts";

/** Shorter than the interval of the task, so that workers do not repeat each other's readings. */
const freshSeconds = 50;
const triesMax = 3;

/**
 * Reads what every configured provider says that we have with it, beside our own figures of the same
 * instant, and notifies super admins of a low balance. A reading never stops a provider.
 */
export async function readProviderBalances(): Promise<void> {
  for (const provider of configuredProviders()) {
    if ((await provider.missingSettings()).length > 0) continue;
    try {
      await readBalance(provider);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      // The Payment Gateway page shows it, from the health checks.
      log().warn({ adapter: provider.name }, "A provider's balance could not be read");
    }
  }
}

async function readBalance(provider: Provider): Promise<void> {
  if (await isFresh(provider.name)) return;
  await fetchCredits(provider);
  await matchProviderCredits();
  const reading = await takeReading(provider);
  if (reading) await storeReading(provider.name, reading);
}

/** A list without a clear answer says nothing about the balance, which is read all the same. */
async function fetchCredits(provider: Provider): Promise<void> {
  try {
    await fetchProviderCredits(provider);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    log().warn({ adapter: provider.name }, "A provider's list of credits could not be read");
  }
}

async function isFresh(adapter: string): Promise<boolean> {
  const row = await database()
    .selectFrom("provider_balances")
    .select("adapter")
    .where("adapter", "=", adapter)
    .where("read_at", ">", secondsFromNow(-freshSeconds))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface Reading {
  readonly at: Date;
  readonly reportedPaise: bigint;
  readonly books: ProviderBooks;
  readonly isStill: boolean;
}

/**
 * Reads the balance between two equal readings of our books. While payouts keep moving, both sides
 * can't be compared; the balance itself still counts for the alert.
 */
async function takeReading(provider: Provider): Promise<Reading | undefined> {
  if (!provider.balance) return undefined;
  const options = { listsCredits: provider.accountCredits !== undefined };
  for (let tries = 1; ; tries += 1) {
    const before = await readProviderBooks(provider.name, options);
    const reportedPaise = await provider.balance();
    const at = now();
    const books = await readProviderBooks(provider.name, options);
    const isStill = isSameBooks(before, books);
    if (isStill || tries === triesMax) return { at, reportedPaise, books, isStill };
  }
}

async function storeReading(adapter: string, { at, reportedPaise, books, isStill }: Reading) {
  await transaction(async (db) => {
    // Closes the race between two workers: the second one finds the row of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`balance ${adapter}`}, 0))`.execute(
      db,
    );
    await db
      .insertInto("provider_balances")
      .values({ adapter, read_at: at, reported_paise: reportedPaise, is_still: isStill, ...books })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await alertLowBalance(db, adapter, reportedPaise);
    await publishToSuperAdmins(db, ["float"]);
  });
}
