import { rupees } from "../money.ts";
import type { Tx } from "../db.ts";
import { completeByCredit, depositFromCredit } from "../deposits/credit-deposit.ts";
import { newId } from "../ids.ts";
import * as ledger from "../ledger/ledger.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import {
  findSenderAccount,
  findVirtualAccount,
  insertCredit,
  keepOpen,
  lockClaims,
  markCredited,
  markSuspended,
  type Claim,
} from "./credit-queries.ts";
import type { SuspenseReason } from "@rokad/contract/suspense";

/** What became of a credit that was told; `known`: it was told before. */
export type Received = "credited" | "suspended" | "known";

/** Where a credit goes: a tenant's deposit, or suspense with the reason. */
type Destiny =
  | { readonly to: "request"; readonly claim: Claim }
  | { readonly to: "wallet"; readonly personId: string; readonly bankAccountId: string }
  | { readonly to: "suspense"; readonly reason: SuspenseReason };

/**
 * Records one credit, and either credits a wallet with it or keeps it in suspense. Told a second
 * time it does nothing: the unique pair of adapter and reference makes the second wait for the
 * first, and find it.
 */
export async function takeCredit(
  db: Tx,
  adapter: string,
  credit: IncomingCredit,
): Promise<Received> {
  const account = await findVirtualAccount(db, adapter, credit.virtualAccount);
  const id = newId();
  const utr = utrOf(credit.utr);
  const isNew = await insertCredit(db, { id, adapter, credit, utr, virtualAccountId: account?.id });
  if (!isNew) return "known";
  // Locked before the wallet, as a reviewer does: an approval and a credit wait for one another.
  const claims = utr === null ? [] : await lockClaims(db, utr);
  const destiny = await decide(db, { credit, utr, account, claims });
  if (destiny.to === "suspense") {
    await keepInSuspense(db, id, credit, destiny.reason);
    return "suspended";
  }
  if (utr === null) throw new Error(`Credit ${id} has no UTR and was not kept in suspense`);
  const depositId =
    destiny.to === "request"
      ? await completeByCredit(db, destiny.claim.id)
      : await depositFromCredit(db, {
          personId: destiny.personId,
          bankAccountId: destiny.bankAccountId,
          amountPaise: credit.amountPaise,
          utr,
          cameThrough: adapter,
        });
  await markCredited(db, id, depositId);
  return "credited";
}

async function decide(db: Tx, { credit, utr, account, claims }: Parts): Promise<Destiny> {
  const to = "suspense";
  const [claim] = claims;
  // First, because it says the most: the money is in the books already.
  if (claim?.status === "completed") return { to, reason: "utr_credited" };
  if (!account) return { to, reason: "unknown_account" };
  const { person_id: personId } = account;
  if (account.state === "closed" || account.state === "closing")
    return { to, reason: "account_closed" };
  // Held until the end: the tenant is neither closed nor deactivated meanwhile. Wallet first, as
  // whoever closes an account does.
  await ledger.lock(db, [personId]);
  if (!(await keepOpen(db, personId))) return { to, reason: "tenant_inactive" };
  if (credit.sender === null) return { to, reason: "sender_missing" };
  const bankAccountId = await findSenderAccount(db, personId, credit.sender);
  if (bankAccountId === undefined) return { to, reason: "sender_unknown" };
  if (utr === null) return { to, reason: "utr_missing" };
  if (!claim) return { to: "wallet", personId, bankAccountId };
  if (claim.person_id !== personId) return { to, reason: "utr_claimed" };
  if (claim.amount_paise !== credit.amountPaise) return { to, reason: "amount_differs" };
  return { to: "request", claim };
}

interface Parts {
  readonly credit: IncomingCredit;
  readonly utr: string | null;
  readonly account: Awaited<ReturnType<typeof findVirtualAccount>>;
  /** Deposits of this UTR that have not failed: at most one. */
  readonly claims: readonly Claim[];
}

async function keepInSuspense(
  db: Tx,
  id: string,
  { amountPaise }: IncomingCredit,
  reason: SuspenseReason,
): Promise<void> {
  await markSuspended(db, id, reason);
  await ledger.suspend(db, [{ creditId: id, amountPaise }]);
  await announce(db, await superAdminIds(db), ["deposits"]);
  await tellSuperAdmins(db, {
    kind: "money_in_suspense",
    subjectId: id,
    detail: `${rupees(amountPaise)} arrived and could not be credited by itself`,
  });
}

/** A bank's reference as our UTRs are; null for one that is none. */
function utrOf(told: string | null): string | null {
  const utr = told?.replaceAll(/\s/g, "").toUpperCase() ?? "";
  return /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null;
}
