import type { Deposit, depositForm } from "@rokad/contract/deposits";
import { rupeesToPaise } from "@rokad/money/rupees";
import type * as z from "zod/mini";
import { now } from "../clock.ts";
import { violated, type Tx } from "../db.ts";
import { invalid, Refusal } from "../errors.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import type { Tenant } from "../sign-in/person.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { asDeposit } from "./deposit.ts";
import { findOwnBankAccount, findOwnByUtr, insertDeposit } from "./queries.ts";

/**
 * Records that a tenant has transferred money to us; a reviewer credits it later.
 * @throws 400 for a bank account that is not the tenant's own, whoever else's it may be,
 *   422 `BANK_ACCOUNT_NOT_APPROVED`, 409 `UTR_ALREADY_USED`.
 */
export async function initiateDeposit(
  db: Tx,
  tenant: Tenant,
  form: z.output<typeof depositForm>,
): Promise<Deposit> {
  const account = await findOwnBankAccount(db, tenant, form.bank_account);
  if (!account) throw invalid({ bank_account: "Please select one of your bank accounts" });
  if (account.status !== "approved") throw notApproved();
  const own = await findOwnByUtr(db, tenant, form.utr_reference);
  if (own?.status === "completed" && own.came_through !== null) {
    throw utrUsed("This transfer has been credited to your wallet already");
  }
  try {
    const deposit = await insertDeposit(db, {
      id: newId(),
      person_id: tenant.id,
      bank_account_id: account.id,
      amount_paise: rupeesToPaise(form.amount),
      utr_reference: form.utr_reference,
      remarks: form.remarks || null,
      created_at: now(),
    });
    await announce(db, [tenant.id, ...(await superAdminIds(db))], ["deposits"]);
    await tellSuperAdmins(db, { kind: "deposit_requested", subjectId: deposit.id });
    return asDeposit({ ...account, ...deposit });
  } catch (error) {
    // Left to the index rather than looked up first: two claims at once can't both pass it.
    if (violated(error) === "deposits_utr_once") throw utrUsed();
    throw error;
  }
}

function notApproved(): Refusal {
  const sentence = "Deposits are only accepted from an approved bank account";
  return new Refusal(422, "BANK_ACCOUNT_NOT_APPROVED", sentence, {
    fields: { bank_account: sentence },
  });
}

function utrUsed(sentence = "This UTR reference was used for another deposit"): Refusal {
  return new Refusal(409, "UTR_ALREADY_USED", sentence, { fields: { utr_reference: sentence } });
}
