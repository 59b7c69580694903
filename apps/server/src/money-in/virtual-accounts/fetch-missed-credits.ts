import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import type { Provider } from "../../providers/provider.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { findReadTo, storeReadTo } from "./credit-sweeps.ts";
import { receiveCredits } from "./receive-credits.ts";

const hourMs = 60 * 60_000;
/** Each read overlaps the last one: a provider may list a credit after its date. */
const overlapMs = hourMs / 4;
/** The first read of an hour goes back further. */
const hourlyOverlapMs = 6 * hourMs;
/** The period of the first read. */
const firstPeriodMs = 7 * 24 * hourMs;

/**
 * Reads each provider's list of credits, so that a credit whose webhook was lost is credited too.
 * Known credits change nothing.
 */
export async function fetchMissedCredits(): Promise<void> {
  for (const provider of configuredProviders()) {
    try {
      await fetchFrom(provider);
    } catch (error) {
      // One unavailable provider must not stop the others; the periodic task retries it.
      logFailure(error, "Reading credits from a provider failed", { provider: provider.name });
    }
  }
}

async function fetchFrom(provider: Provider): Promise<void> {
  const { name, virtualAccounts } = provider;
  if (!virtualAccounts?.credits || (await provider.missingSettings("virtual accounts")).length > 0)
    return;
  if (!(await hasAccounts(name))) return;
  const to = now();
  const last = await findReadTo("credit_sweeps", name);
  const from = new Date(startAfter(last, to));
  const findKnown = (references: readonly string[]) => findKnownCredits(name, references);
  for await (const credits of virtualAccounts.credits(from, to, findKnown)) {
    await receiveCredits(name, credits);
  }
  await storeReadTo("credit_sweeps", name, to);
}

function startAfter(last: Date | undefined, to: Date): number {
  if (!last) return to.getTime() - firstPeriodMs;
  const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs);
  return last.getTime() - (hourOf(last) === hourOf(to) ? overlapMs : hourlyOverlapMs);
}

async function findKnownCredits(adapter: string, references: readonly string[]) {
  const { rows } = await sql<{ credit_reference: string }>`
    select credit_reference from incoming_credits
    where adapter = ${adapter} and credit_reference = any(${references}::text[])
  `.execute(database());
  return new Set(rows.map((row) => row.credit_reference));
}

async function hasAccounts(adapter: string): Promise<boolean> {
  const account = await database()
    .selectFrom("virtual_accounts")
    .select("id")
    .where("adapter", "=", adapter)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}
