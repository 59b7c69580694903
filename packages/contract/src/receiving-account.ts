import * as z from "zod/mini";
import { bankAccountForm } from "./bank-accounts.ts";

const branch = bankAccountForm.shape.branch_name;

/**
 * The platform's own account, to which tenants transfer what they want in their wallet: each
 * field under the rule of a tenant's bank account. The branch may be left out; null is no branch.
 */
export const receivingAccountForm = z.object({
  account_holder_name: bankAccountForm.shape.account_holder_name,
  account_number: bankAccountForm.shape.account_number,
  ifsc_code: bankAccountForm.shape.ifsc_code,
  bank_name: bankAccountForm.shape.bank_name,
  branch_name: z._default(z.nullable(branch), null),
});
export type ReceivingAccountForm = z.input<typeof receivingAccountForm>;
