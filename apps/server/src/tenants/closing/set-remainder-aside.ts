import { limits } from "@rokad/contract/limits";
import { record } from "../../identity/audit/record.ts";
import { transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { digest } from "../../kernel/ids.ts";
import { inr, rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { checkSignature, sendDecisionCode } from "../../payouts/decisions/sign-decision.ts";
import { closeAccount } from "../accounts/close-account.ts";
import { assertNothingOpen, closingChanged, lockClosing } from "./lock-closing.ts";

/**
 * Texts the super admin the code that authorises setting the remainder aside.
 * @throws 404; 409 `CLOSING_CHANGED` when the balance is not below ₹1; 429.
 */
export async function sendRemainderCode(admin: SuperAdmin, tenantId: string) {
  const { closingId, paise } = await readRemainder(tenantId);
  const sent = await sendDecisionCode(admin, {
    digest: digestOf(closingId, paise),
    amountPaise: paise,
    decision: "closing without payout",
  });
  return { ...sent, balance: inr(paise) };
}

/**
 * Books a balance below the providers' minimum from the wallet to the unclaimed account, where it
 * is still owed to the tenant, and closes the account. Never without a super admin's code.
 * @throws 400 for a wrong code or another act's; 404; 409 `CLOSING_CHANGED`.
 */
export async function setRemainderAside(
  admin: SuperAdmin,
  tenantId: string,
  { balance, otp }: { readonly balance: number; readonly otp: string },
): Promise<void> {
  const { closingId } = await readRemainder(tenantId);
  await checkSignature(admin, otp, digestOf(closingId, BigInt(balance)));
  await transaction(async (db) => {
    const { closing, wallets, wallet, tenant } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, tenantId);
    const paise = wallet.available;
    if (closing.id !== closingId || paise !== BigInt(balance) || !isRemainder(paise)) {
      throw closingChanged("The balance has changed since the code was sent. Request a new code.");
    }
    const at = now();
    await ledger.setAside(db, { closingId, walletId: tenantId, paise }, { locked: wallets, at });
    await db
      .updateTable("tenant_closings")
      .set({ set_aside_paise: paise, set_aside_by: admin.id })
      .where("id", "=", closingId)
      .execute();
    await closeAccount(db, tenant, admin);
    await record(db, {
      act: "tenant.remainder_set_aside",
      by: admin,
      subject: { kind: "tenant", id: tenantId },
      reason: closing.reason,
      after: { closing: closingId, amount: rupees(paise) },
    });
  });
}

function readRemainder(tenantId: string): Promise<{ closingId: string; paise: bigint }> {
  return transaction(async (db) => {
    const { closing, wallet } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, tenantId);
    if (!isRemainder(wallet.available)) {
      throw closingChanged("Only a balance below ₹1 can be set aside; pay out any other");
    }
    return { closingId: closing.id, paise: wallet.available };
  });
}

const isRemainder = (paise: bigint) => paise > 0n && paise < BigInt(limits.payoutPaiseMin);

function digestOf(closing: string, paise: bigint): Buffer {
  return digest({ act: "set remainder aside", closing, balance: paise.toString() });
}
