import type { SandboxCredit } from "@rokad/contract/sandbox";
import { rupeesToPaise } from "@rokad/money/rupees";
import { randomInt } from "node:crypto";
import type { Tx } from "../../database/db.ts";
import { invalidInput } from "../../kernel/errors.ts";
import type { IncomingCredit } from "../../providers/virtual-accounts.ts";
import { recordSandboxCredit } from "../../providers/sandbox/virtual-accounts.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { isTenant, type Person } from "../../kernel/person.ts";

type SandboxSender = IncomingCredit["sender"];

/**
 * Sends a sandbox transfer to a virtual account; the sandbox bank reports it like a real bank.
 * @returns its UTR.
 * @throws 400 on `from_bank_account` unless it is approved and this tenant's own.
 */
export async function sendSandboxTransfer(db: Tx, person: Person, transfer: SandboxCredit) {
  const utr = transfer.utr_reference ?? String(randomInt(1e11, 2 ** 47)).slice(0, 12);
  await recordSandboxCredit(db, {
    accountNumber: transfer.account_number,
    amountPaise: rupeesToPaise(transfer.amount),
    utr,
    sender: await senderOf(db, person, transfer),
  });
  return { utr_reference: utr };
}

async function senderOf(db: Tx, person: Person, transfer: SandboxCredit): Promise<SandboxSender> {
  const { from_bank_account: from, sender } = transfer;
  if (from !== undefined) return approvedSender(db, person, from);
  if (!sender) return null;
  return {
    accountNumber: sender.account_number,
    ifscCode: sender.ifsc_code,
    name: sender.name ?? null,
  };
}

async function approvedSender(db: Tx, person: Person, id: string): Promise<SandboxSender> {
  const account = await db
    .selectFrom("bank_accounts")
    .select(["tenant_id", "account_number_encrypted", "ifsc_code", "account_holder_name"])
    .where("id", "=", id)
    .where("status", "=", "approved")
    .executeTakeFirst();
  // Another tenant's account gets the same error as an unknown one, which hides its existence.
  if (!account || (isTenant(person) && account.tenant_id !== person.tenantId)) {
    throw invalidInput({ from_bank_account: "Choose one of the approved bank accounts" });
  }
  return {
    accountNumber: decrypt("bank account number", id, account.account_number_encrypted),
    ifscCode: account.ifsc_code,
    name: account.account_holder_name,
  };
}
