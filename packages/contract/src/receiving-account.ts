import * as z from "zod/mini";
import { bankAccountForm } from "./bank-accounts.ts";

const branch = bankAccountForm.shape.branch_name;

/**
 * The platform's own account for tenants' transfers. Each field has the rule of a tenant's bank
 * account, but the branch is optional.
 */
export const receivingAccountForm = z.object({
  account_holder_name: bankAccountForm.shape.account_holder_name,
  account_number: bankAccountForm.shape.account_number,
  ifsc_code: bankAccountForm.shape.ifsc_code,
  bank_name: bankAccountForm.shape.bank_name,
  branch_name: z._default(z.nullable(branch), null),
});
export type ReceivingAccountForm = z.input<typeof receivingAccountForm>;
