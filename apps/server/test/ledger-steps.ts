import type { Tx } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import * as ledger from "../src/ledger/ledger.ts";

// Steps of random histories of a wallet that no tenant takes.

export const charges = { feePaise: 500n, gstPaise: 90n };

/** Sets aside at most this much of what is available. @returns the changes of the balance. */
export async function setSomeAside(db: Tx, walletId: string, paise: bigint): Promise<bigint[]> {
  const locked = await ledger.lock(db, [walletId]);
  const left = locked.get(walletId)?.available ?? 0n;
  const aside = left < paise ? left : paise;
  if (aside <= 0n) return [];
  await ledger.setAside(db, { closingId: newId(), walletId, paise: aside }, { locked });
  return [-aside];
}

/**
 * Holds money for a payment request if the wallet covers it; by the amount, the hold stays, comes back,
 * or a payout takes it over. @returns the changes of the balance.
 */
export async function passRequest(db: Tx, walletId: string, paise: bigint): Promise<bigint[]> {
  const charge = { walletId, payoutId: newId(), amountPaise: paise, ...charges };
  const hold = { holdId: newId(), walletId, paise: ledger.totalOf(charge) };
  const locked = await ledger.lock(db, [walletId]);
  if (!(await ledger.holdForRequest(db, hold, locked))) return [];
  if (paise % 3n === 0n) return [-hold.paise];
  if (paise % 3n === 1n) await ledger.releaseRequests(db, [hold], locked);
  else await ledger.hold(db, [{ ...charge, requestHoldId: hold.holdId }], { locked });
  return paise % 3n === 1n ? [-hold.paise, hold.paise] : [-hold.paise, hold.paise, -hold.paise];
}

/** Returns 1 paisa of some payout with its charges. @returns what the wallet got. */
export async function returnSome(db: Tx, walletId: string): Promise<bigint> {
  await ledger.returnPart(db, [{ returnId: newId(), walletId, amountPaise: 1n, ...charges }]);
  return 1n + charges.feePaise + charges.gstPaise;
}
