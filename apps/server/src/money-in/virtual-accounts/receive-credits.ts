import { transaction, violatedConstraint } from "../../database/db.ts";
import type { Provider } from "../../providers/provider.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
import { postIncomingCredit, type CreditResult } from "./post-incoming-credit.ts";

/** The second attempt finds a deposit request that reserved the UTR during the first. */
const attemptsMax = 3;

/**
 * Receives credits that a provider reports, each in its own transaction. A credit counts once, also
 * when webhooks and the provider's list report it repeatedly or at the same time.
 * @param adapter the provider's name, as payouts have it.
 * @returns the result of each credit.
 * @throws when one cannot be recorded: earlier ones stay recorded, and a retry is safe.
 */
export async function receiveCredits(
  adapter: string,
  credits: readonly IncomingCredit[],
): Promise<CreditResult[]> {
  const received: CreditResult[] = [];
  for (const credit of credits) received.push(await receiveCredit(adapter, credit));
  return received;
}

/** Receives one credit; see `receiveCredits`. */
export async function receiveCredit(
  adapter: string,
  credit: IncomingCredit,
): Promise<CreditResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction((db) => postIncomingCredit(db, adapter, credit));
    } catch (error) {
      // Closes the race with a new request that reserved the UTR after our check: try again.
      if (violatedConstraint(error) !== "deposits_utr_once" || attempt === attemptsMax) throw error;
    }
  }
}

/**
 * Receives the credits that a provider delivers in process, as the sandbox does.
 * @returns their number.
 */
export async function receiveDeliveredCredits({
  name,
  virtualAccounts,
}: Provider): Promise<number> {
  const receive = (credits: readonly IncomingCredit[]) => receiveCredits(name, credits);
  return (await virtualAccounts?.deliverCredits?.(receive)) ?? 0;
}
