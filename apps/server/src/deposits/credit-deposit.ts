import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { newId } from "../ids.ts";
import * as ledger from "../ledger/ledger.ts";
import { announce } from "../live/announce.ts";
import { notify } from "../notifications/notify.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { insertDeposit } from "./queries.ts";

/** Where the money of a deposit stands in the books before it is the tenant's. */
type Source = "bank" | "suspense";

/** Money that has come for a tenant without being asked for. */
interface Arrived {
  readonly personId: string;
  /** The tenant's account that it came from; null when it came from another. */
  readonly bankAccountId: string | null;
  readonly amountPaise: bigint;
  readonly utr: string;
  /** The adapter whose virtual account it came to. */
  readonly cameThrough: string;
  readonly from?: Source;
}

/**
 * Makes a completed deposit of money that has come, and credits it.
 * @returns its id.
 * @throws a unique violation of `deposits_utr_once` when a deposit claims this UTR already.
 */
export async function depositFromCredit(db: Tx, arrived: Arrived): Promise<string> {
  const deposit = await insertDeposit(db, {
    id: newId(),
    person_id: arrived.personId,
    bank_account_id: arrived.bankAccountId,
    amount_paise: arrived.amountPaise,
    utr_reference: arrived.utr,
    came_through: arrived.cameThrough,
    status: "completed",
    reviewed_at: now(),
    created_at: now(),
  });
  return creditAndTell(db, deposit, arrived.from);
}

/**
 * Completes a request with the very money that it speaks of. The caller has locked its row, found
 * it pending, and compared UTR and amount: nobody approves or rejects it any more.
 * @returns its id.
 */
export async function completeByCredit(db: Tx, id: string, from?: Source): Promise<string> {
  const deposit = await db
    .updateTable("deposits")
    .set({
      status: "completed",
      reviewed_at: now(),
      // The money itself decides, not the first of two people.
      first_approved_by: null,
      first_approved_at: null,
      first_approval_note: null,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirstOrThrow();
  return creditAndTell(db, deposit, from);
}

async function creditAndTell(
  db: Tx,
  {
    id,
    person_id: personId,
    amount_paise: amountPaise,
  }: {
    readonly id: string;
    readonly person_id: string;
    readonly amount_paise: bigint;
  },
  from: Source = "bank",
): Promise<string> {
  await ledger.credit(db, [{ walletId: personId, depositId: id, amountPaise, from }]);
  await notify(db, [{ personId, kind: "deposit_credited", subjectId: id }]);
  const people = [personId, ...(await superAdminIds(db))];
  await announce(db, people, ["deposits", "wallet", "notifications"]);
  return id;
}
