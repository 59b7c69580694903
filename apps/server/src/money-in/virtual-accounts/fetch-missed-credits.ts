import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import type { Provider } from "../../providers/provider.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import { findReadTo, storeReadTo } from "./credit-sweeps.ts";
import { receiveCredits } from "./receive-credits.ts";

const hourMs = 60 * 60_000;
/** Each read overlaps the last one: a provider may list a credit after its date. */
const overlapMs = 6 * hourMs;
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
  const from = new Date(last ? last.getTime() - overlapMs : to.getTime() - firstPeriodMs);
  for await (const credits of virtualAccounts.credits(from, to)) {
    await receiveCredits(name, credits);
  }
  await storeReadTo("credit_sweeps", name, to);
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
