import { now } from "../clock.ts";
import { database } from "../db.ts";
import { log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import { everyProvider } from "../providers/rails.ts";
import { receiveCredits } from "./receive-credits.ts";

const hourMs = 60 * 60_000;
/** Read again each time: a provider may list a credit later than it dates it. */
const overlapMs = 6 * hourMs;
/** How far back the first look goes. */
const firstLookMs = 7 * 24 * hourMs;

/**
 * Reads each provider's own list of credits, so that one whose webhook was lost is credited all the
 * same. What is known already changes nothing.
 */
export async function readMissedCredits(): Promise<void> {
  for (const provider of everyProvider()) {
    try {
      await readFrom(provider);
    } catch (error) {
      // One provider that is away keeps nobody from the others; it is read again in some minutes.
      log().error({ err: error, provider: provider.name }, "Credits could not be read");
    }
  }
}

async function readFrom(provider: Provider): Promise<void> {
  const { name, virtualAccounts } = provider;
  if (!virtualAccounts?.credits || (await provider.missingSettings("virtual accounts")).length > 0)
    return;
  if (!(await hasAccounts(name))) return;
  const to = now();
  const last = await database()
    .selectFrom("credit_sweeps")
    .select("read_to")
    .where("adapter", "=", name)
    .executeTakeFirst();
  const from = last
    ? new Date(last.read_to.getTime() - overlapMs)
    : new Date(to.getTime() - firstLookMs);
  for await (const credits of virtualAccounts.credits(from, to)) {
    await receiveCredits(name, credits);
  }
  await database()
    .insertInto("credit_sweeps")
    .values({ adapter: name, read_to: to })
    .onConflict((conflict) => conflict.column("adapter").doUpdateSet({ read_to: to }))
    .execute();
}

async function hasAccounts(adapter: string): Promise<boolean> {
  const found = await database()
    .selectFrom("virtual_accounts")
    .select("id")
    .where("adapter", "=", adapter)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
