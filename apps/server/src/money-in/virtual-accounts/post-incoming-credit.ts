import { rupees } from "../../kernel/money.ts";
import type { Tx } from "../../database/db.ts";
import { completeRequestFromCredit, createDepositFromCredit } from "../deposits/credit-deposit.ts";
import { findClosedCredits } from "../deposits/find-closed-credit.ts";
import { lockUtr } from "../deposits/lock-utr.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { newId } from "../../kernel/ids.ts";
import * as ledger from "../../ledger/ledger.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
import {
  findSenderAccount,
  findSettlementAccount,
  findSimilarRequest,
  findVirtualAccount,
  insertCredit,
  lockTenant,
  lockDepositByUtr,
  markCredited,
  markSuspended,
  type ReservingDeposit,
} from "./credit-queries.ts";
import { applyWaitingChargebacks, lockCreditReference } from "../adjustments/receive-chargeback.ts";
import type { SuspenseReason } from "@rokad/contract/suspense";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/** The result of receiving a credit; `known` means that it was received before. */
export type CreditResult = "credited" | "suspended" | "known";

/** The destination of a credit: a deposit request, a wallet, or suspense with the reason. */
type CreditDecision =
  | { readonly to: "request"; readonly deposit: ReservingDeposit }
  | { readonly to: "wallet"; readonly tenantId: string; readonly bankAccountId: string }
  | {
      readonly to: "suspense";
      readonly reason: SuspenseReason;
      /** The request that may be about the same transfer. */
      readonly similarDepositId?: string;
    };

/**
 * Records one credit and posts it to a wallet or to suspense. A repeated credit changes nothing: the
 * unique pair of adapter and reference makes the second transaction wait for the first.
 */
export async function postIncomingCredit(
  db: Tx,
  adapter: string,
  credit: IncomingCredit,
): Promise<CreditResult> {
  await lockCreditReference(db, adapter, credit.creditReference);
  const account = await findVirtualAccount(db, adapter, credit.virtualAccount);
  const id = newId();
  const utr = normaliseUtr(credit.utr);
  const receivingAccountId = (await findSettlementAccount(db, adapter)) ?? null;
  const virtualAccountId = account?.id;
  const isNew = await insertCredit(db, {
    id,
    adapter,
    credit,
    utr,
    virtualAccountId,
    receivingAccountId,
  });
  if (!isNew) return "known";
  if (utr !== null) await lockUtr(db, utr);
  const result = await postNewCredit(db, adapter, {
    id,
    credit,
    utr,
    account,
    receivingAccountId,
  });
  // Webhooks arrive in any order: the provider may have taken it back already.
  await applyWaitingChargebacks(db, adapter, {
    id,
    reference: credit.creditReference,
    isReduced: credit.problem === "partly_refunded",
  });
  return result;
}

interface NewCredit extends Omit<CreditContext, "deposit"> {
  readonly id: string;
  /** Where its provider settles; null for the provider's own account. */
  readonly receivingAccountId: string | null;
}

async function postNewCredit(
  db: Tx,
  adapter: string,
  { id, credit, utr, account, receivingAccountId }: NewCredit,
): Promise<CreditResult> {
  // Deposit before wallet, the same lock order as an approval, so that the two cannot deadlock.
  const deposit = utr === null ? undefined : await lockDepositByUtr(db, utr);
  const decision = await decide(db, { credit, utr, account, deposit });
  if (decision.to === "suspense") {
    await markSuspended(db, id, decision.reason, decision.similarDepositId ?? null);
    await moveToSuspense(db, id, credit, receivingAccountId);
    return "suspended";
  }
  if (utr === null) throw new Error(`Credit ${id} has no UTR, so it must go to suspense`);
  const depositId =
    decision.to === "request"
      ? await completeRequestFromCredit(db, decision.deposit, {
          amountPaise: credit.amountPaise,
          receivingAccountId,
        })
      : await createDepositFromCredit(db, {
          tenantId: decision.tenantId,
          bankAccountId: decision.bankAccountId,
          amountPaise: credit.amountPaise,
          utr,
          adapter,
          receivingAccountId,
        });
  await markCredited(db, id, depositId);
  return "credited";
}

async function decide(
  db: Tx,
  { credit, utr, account, deposit }: CreditContext,
): Promise<CreditDecision> {
  const to = "suspense";
  // Checked first: the reviewer must know that this money may already be in the ledger.
  if (deposit?.status === "completed") return { to, reason: "utr_credited" };
  if (credit.problem) return { to, reason: credit.problem };
  if (!account) return { to, reason: "unknown_account" };
  const { tenant_id: tenantId } = account;
  if (account.state === "closed" || account.state === "closing")
    return { to, reason: "account_closed" };
  // Closes the race with closing or deactivating the tenant: both rows stay locked until the commit.
  // Wallet before person, the same lock order as closing an account.
  await ledger.lock(db, [tenantId]);
  if (!(await lockTenant(db, tenantId))) return { to, reason: "tenant_inactive" };
  if (credit.sender === null) return { to, reason: "sender_missing" };
  const bankAccountId = await findSenderAccount(db, tenantId, credit.sender);
  if (bankAccountId === undefined) return { to, reason: "sender_unknown" };
  if (utr === null) return { to, reason: "utr_missing" };
  // This credit's own row is still `arriving`, so only another credit can be found.
  const [closed] = await findClosedCredits(db, [utrKey(utr)]);
  if (closed) return { to, reason: "utr_repeated" };
  if (!deposit) {
    const similar = await findSimilarRequest(db, { tenantId, bankAccountId, credit, utr });
    if (similar) return { to, reason: "similar_request", similarDepositId: similar.id };
    return { to: "wallet", tenantId, bankAccountId };
  }
  if (deposit.tenant_id !== tenantId) return { to, reason: "utr_claimed" };
  if (deposit.amount_paise !== credit.amountPaise) return { to, reason: "amount_differs" };
  return { to: "request", deposit };
}

interface CreditContext {
  readonly credit: IncomingCredit;
  readonly utr: string | null;
  readonly account: Awaited<ReturnType<typeof findVirtualAccount>>;
  /** The deposit that reserves the UTR. */
  readonly deposit: ReservingDeposit | undefined;
}

async function moveToSuspense(
  db: Tx,
  id: string,
  { amountPaise }: IncomingCredit,
  receivingAccountId: string | null,
): Promise<void> {
  await ledger.suspend(db, [{ creditId: id, amountPaise, receivingAccountId }]);
  await publishToSuperAdmins(db, ["deposits"]);
  await notifySuperAdmins(db, {
    kind: "money_in_suspense",
    subjectId: id,
    detail: `${rupees(amountPaise)} arrived and could not be credited automatically`,
  });
}

/** A bank's reference in our UTR format; null when it is not a UTR. */
function normaliseUtr(reference: string | null): string | null {
  const utr = reference?.replaceAll(/\s/g, "").toUpperCase() ?? "";
  return /^[A-Z0-9]{12,22}$/.test(utr) ? utr : null;
}
