import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { publishChange } from "../../database/publish-change.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import type { Initiation } from "../../payouts/initiate/initiation.ts";
import { newInitiation } from "../../payouts/initiate/new-initiation.ts";
import { recordPayouts } from "../../payouts/initiate/record-payouts.ts";
import { providerStatuses, type ProviderStatuses } from "../../payouts/provider-status.ts";
import { payerOfWithdrawal } from "../../payouts/withdraw/payer-of-withdrawal.ts";
import {
  accountNotApproved,
  lockApprovedAccounts,
} from "../../payouts/initiate/approved-accounts.ts";
import { findWithdrawalAccount, withdrawalOrder } from "../../payouts/withdraw/withdrawal-order.ts";
import { wakeWorker } from "../../worker/wake-worker.ts";
import { assertNothingOpen, closingChanged, lockClosing } from "./lock-closing.ts";
import { maximumTooLow, splitBalance, withdrawalPaiseMax } from "./split-balance.ts";

interface PayOut {
  readonly bank_account: string;
  /** In paise, as the person sees it. */
  readonly balance: number;
}

/**
 * What a person signs: the payout of the whole balance to this account.
 * @throws 404; 409 `CLOSING_CHANGED`; 422 `BANK_ACCOUNT_NOT_APPROVED`.
 */
export async function describePayOut(
  tenantId: string,
  { bank_account: bankAccountId, balance }: PayOut,
): Promise<SignedSummary> {
  const amountPaise = BigInt(balance);
  return transaction(async (db) => {
    const { wallet, tenant } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, wallet);
    assertBalance(wallet.available, amountPaise);
    const settings = await readSettingsWithin(db);
    const payer = payerOfWithdrawal({ allowedProviders: tenant.allowed_providers as ProviderIds });
    partsOf(amountPaise, withdrawalPaiseMax(payer, settings));
    const owner = { tenantId, mobile: tenant.mobile };
    const { accountNumber } = await findWithdrawalAccount(db, owner, bankAccountId);
    const to = `account XX${accountNumber.slice(-4)}`;
    return {
      summary: `Pay out ${rupees(amountPaise)} of ${tenant.name} to ${to} and close the tenant`,
      text: decisionText(`closing, paid to XX${accountNumber.slice(-4)}`, amountPaise),
    };
  });
}

/**
 * Holds the whole balance and records the payouts to the account, without a fee. From here they go
 * the way of every payout; `finishClosings` closes the account when they are paid.
 * @throws 404; 409 `CLOSING_CHANGED` when the balance is another one, or something is still open; 422
 *   `BANK_ACCOUNT_NOT_APPROVED`.
 */
export async function payOutBalance(
  admin: SuperAdmin,
  tenantId: string,
  { bank_account: bankAccountId, balance }: PayOut,
) {
  const balancePaise = BigInt(balance);
  const statuses = await providerStatuses();
  const payouts = await transaction(async (db) => {
    const { closing, wallets, wallet, tenant } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, wallet);
    const closingId = closing.id;
    assertBalance(wallet.available, balancePaise);
    const approved = await lockApprovedAccounts(db, [bankAccountId]);
    if (!approved.has(bankAccountId)) throw accountNotApproved();
    const owner = {
      tenantId,
      mobile: tenant.mobile,
      allowedProviders: tenant.allowed_providers as ProviderIds,
    };
    const list = await initiationsOf(db, owner, {
      balancePaise,
      bankAccountId,
      closingId,
      statuses,
    });
    const charges = list.map(chargeOf);
    // Ledger and payouts share one instant, so that at midnight both count on the same day.
    const at = now();
    const isHeld = await ledger.hold(db, charges, { locked: wallets, at });
    if (isHeld.includes(false)) throw new Error(`Wallet ${tenantId} does not cover its balance`);
    await recordPayouts(db, list, at);
    await db
      .updateTable("tenant_closings")
      .set({ bank_account_id: bankAccountId, needs_attention: false })
      .where("id", "=", closingId)
      .execute();
    await publishChange(db, [tenantId], ["payouts", "wallet"]);
    await publishToSuperAdmins(db, ["tenants", "payouts"]);
    await record(db, {
      act: "tenant.balance_paid_out",
      by: admin,
      subject: { kind: "tenant", id: tenantId },
      reason: closing.reason,
      after: {
        closing: closingId,
        amount: rupees(balancePaise),
        bank_account: bankAccountId,
        payouts: list.map(({ reference }) => reference),
      },
    });
    return list.map(({ id, reference }) => ({ id, reference_id: reference }));
  });
  wakeWorker();
  return { payouts };
}

type ProviderIds = readonly ("primary" | "alternative")[];

async function initiationsOf(
  db: Tx,
  owner: {
    readonly tenantId: string;
    readonly mobile: string;
    readonly allowedProviders: ProviderIds;
  },
  closing: {
    readonly balancePaise: bigint;
    readonly bankAccountId: string;
    readonly closingId: string;
    readonly statuses: ProviderStatuses;
  },
): Promise<Initiation[]> {
  const settings = await readSettingsWithin(db);
  const payer = payerOfWithdrawal(owner);
  const account = await findWithdrawalAccount(db, owner, closing.bankAccountId);
  const parts = partsOf(closing.balancePaise, withdrawalPaiseMax(payer, settings));
  const list: Initiation[] = [];
  for (const amountPaise of parts) {
    const order = await withdrawalOrder(db, owner, account, rupeesOf(amountPaise));
    const id = newId();
    const initiation = newInitiation(
      { payer, settings, statuses: closing.statuses },
      {
        id,
        payerId: owner.tenantId,
        memberId: owner.tenantId,
        authorisedUntilMs: 0,
        order,
        withdrawal: { bankAccountId: account.id, closingId: closing.closingId },
        amountPaise,
        feePaise: 0n,
        gstPaise: 0n,
        idempotencyKey: undefined,
        requestDigest: requestDigest({ closing: closing.closingId, payout: id }),
      },
    );
    if (initiation.provider instanceof ApiError) throw initiation.provider;
    list.push(initiation);
  }
  return list;
}

/** @throws 409 `CLOSING_CHANGED` when no provider takes the balance. */
function partsOf(balancePaise: bigint, maxPaise: bigint): bigint[] {
  const parts = splitBalance(balancePaise, maxPaise);
  if (!parts) throw closingChanged(maximumTooLow);
  if (parts.length === 0)
    throw closingChanged("The balance is below the smallest amount that a provider takes");
  return parts;
}

/** Decimal text as the number of a form; exact, because it has at most two decimals. */
const rupeesOf = (paise: bigint) =>
  Number(`${paise / 100n}.${String(paise % 100n).padStart(2, "0")}`);

function chargeOf({ payerId, id, amountPaise, feePaise, gstPaise }: Initiation): ledger.Charge {
  return { walletId: payerId, payoutId: id, amountPaise, feePaise, gstPaise };
}

function assertBalance(available: bigint, signed: bigint): void {
  if (available !== signed) throw closingChanged("The balance has changed. Check the new one.");
}
