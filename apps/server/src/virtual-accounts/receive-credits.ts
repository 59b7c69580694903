import { transaction, violated } from "../db.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { takeCredit, type Received } from "./take-credit.ts";

/** A request of the same UTR that comes at the same moment is seen at the second try. */
const triesMax = 3;

/**
 * Takes credits that a provider tells of, each in a transaction of its own. However often one is
 * told, by webhook or by the provider's list, and by however many at once, it counts once.
 * @param adapter the provider's name, as payouts have it.
 * @returns what became of each.
 * @throws when one could not be recorded: those before it are kept, and it can be told again.
 */
export async function receiveCredits(
  adapter: string,
  credits: readonly IncomingCredit[],
): Promise<Received[]> {
  const received: Received[] = [];
  for (const credit of credits) received.push(await receiveCredit(adapter, credit));
  return received;
}

/** The same for one. */
export async function receiveCredit(adapter: string, credit: IncomingCredit): Promise<Received> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction((db) => takeCredit(db, adapter, credit));
    } catch (error) {
      // Somebody claimed the UTR between our look and our deposit: all is undone, so look again.
      if (violated(error) !== "deposits_utr_once" || tries === triesMax) throw error;
    }
  }
}
