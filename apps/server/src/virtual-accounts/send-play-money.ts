import type { SandboxCredit } from "@rokad/contract/sandbox";
import { rupeesToPaise } from "@rokad/money/rupees";
import { randomInt } from "node:crypto";
import type { Tx } from "../db.ts";
import { invalid } from "../errors.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { arriveAtSandbox } from "../providers/sandbox/virtual-accounts.ts";
import { unseal } from "../sealing/seal.ts";
import type { Person } from "../sign-in/person.ts";

type PlaySender = IncomingCredit["sender"];

/**
 * Has play money arrive at the sandbox bank, which tells of it as a real bank would.
 * @returns its UTR.
 * @throws 400 on `from_bank_account` for one that is not approved, or not this tenant's.
 */
export async function sendPlayMoney(db: Tx, person: Person, transfer: SandboxCredit) {
  const utr = transfer.utr_reference ?? String(randomInt(1e11, 2 ** 47)).slice(0, 12);
  await arriveAtSandbox(db, {
    accountNumber: transfer.account_number,
    amountPaise: rupeesToPaise(transfer.amount),
    utr,
    sender: await senderOf(db, person, transfer),
  });
  return { utr_reference: utr };
}

async function senderOf(db: Tx, person: Person, transfer: SandboxCredit): Promise<PlaySender> {
  const { from_bank_account: from, sender } = transfer;
  if (from !== undefined) return approvedSender(db, person, from);
  if (!sender) return null;
  return {
    accountNumber: sender.account_number,
    ifscCode: sender.ifsc_code,
    name: sender.name ?? null,
  };
}

async function approvedSender(db: Tx, person: Person, id: string): Promise<PlaySender> {
  const account = await db
    .selectFrom("bank_accounts")
    .select(["person_id", "account_number_sealed", "ifsc_code", "account_holder_name"])
    .where("id", "=", id)
    .where("status", "=", "approved")
    .executeTakeFirst();
  // Another tenant's is as good as none: nobody learns that it is there.
  if (!account || (person.role !== "superadmin" && account.person_id !== person.id)) {
    throw invalid({ from_bank_account: "Choose one of the approved bank accounts" });
  }
  return {
    accountNumber: unseal("bank account number", id, account.account_number_sealed),
    ifscCode: account.ifsc_code,
    name: account.account_holder_name,
  };
}
