import type { Tx } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import * as ledger from "../src/ledger/ledger.ts";

// Steps of random histories of a wallet that no tenant takes.

export const charges = { feePaise: 500n, gstPaise: 90n };

/** Sets aside at most this much of what is available. @returns how much. */
export async function setSomeAside(db: Tx, walletId: string, paise: bigint): Promise<bigint> {
  const locked = await ledger.lock(db, [walletId]);
  const left = locked.get(walletId)?.available ?? 0n;
  const aside = left < paise ? left : paise;
  if (aside > 0n)
    await ledger.setAside(db, { closingId: newId(), walletId, paise: aside }, { locked });
  return aside;
}

/** Returns 1 paisa of some payout with its charges. @returns what the wallet got. */
export async function returnSome(db: Tx, walletId: string): Promise<bigint> {
  await ledger.returnPart(db, [{ returnId: newId(), walletId, amountPaise: 1n, ...charges }]);
  return 1n + charges.feePaise + charges.gstPaise;
}
