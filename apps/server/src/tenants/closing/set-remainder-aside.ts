import { limits } from "@rokad/contract/limits";
import type { SignedSummary } from "../../http/with-signature.ts";
import { record } from "../../identity/audit/record.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { rupees } from "../../kernel/money.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { closeAccount } from "../accounts/close-account.ts";
import { assertNothingOpen, closingChanged, lockClosing } from "./lock-closing.ts";

/** What a person signs. @throws 404; 409 `CLOSING_CHANGED` when the balance is another one, or ₹1 or more. */
export function describeRemainder(tenantId: string, balance: number): Promise<SignedSummary> {
  const paise = BigInt(balance);
  return transaction(async (db) => {
    const { wallet, tenant } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, wallet);
    assertRemainder(wallet.available, paise);
    return {
      summary: `Set ${rupees(paise)} of ${tenant.name} aside as unclaimed and close the tenant`,
      text: decisionText("closing without payout", paise),
    };
  });
}

/**
 * Books a balance below the providers' minimum from the wallet to the unclaimed account, where it
 * is still owed to the tenant, and closes the account.
 * @throws as `describeRemainder`.
 */
export async function setRemainderAside(
  admin: SuperAdmin,
  tenantId: string,
  balance: number,
): Promise<void> {
  await transaction(async (db) => {
    const { closing, wallets, wallet, tenant } = await lockClosing(db, tenantId);
    await assertNothingOpen(db, wallet);
    const closingId = closing.id;
    const paise = wallet.available;
    assertRemainder(paise, BigInt(balance));
    const at = now();
    await ledger.setAside(db, { closingId, walletId: tenantId, paise }, { locked: wallets, at });
    await db
      .updateTable("tenant_closings")
      .set({ set_aside_paise: paise, set_aside_by: admin.member.id })
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

function assertRemainder(available: bigint, signed: bigint): void {
  if (!isRemainder(available))
    throw closingChanged("Only a balance below ₹1 can be set aside; pay out any other");
  if (available !== signed) throw closingChanged("The balance has changed. Check the new one.");
}

const isRemainder = (paise: bigint) => paise > 0n && paise < BigInt(limits.payoutPaiseMin);
