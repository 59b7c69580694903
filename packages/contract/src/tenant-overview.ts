import * as z from "zod/mini";
import { bankAccount } from "./bank-accounts.ts";
import { dataAnswer, defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { foundDeposit, foundPayout } from "./platform-search.ts";
import { invitation, teamMember } from "./team.ts";

export const tenantOverview = z
  .object({
    /** Active ones first, by name. */
    members: z.array(teamMember),
    /** Neither accepted nor cancelled, newest first. */
    invitations: z.array(invitation),
    /** The newest ten, in any state. */
    bank_accounts: z.array(bankAccount),
    /** The newest ten, with those that wait for funds. */
    payouts: z.array(foundPayout),
    /** The newest ten requests and automatic credits. */
    deposits: z.array(foundDeposit),
  })
  .register(z.globalRegistry, { id: "TenantOverview" });
export type TenantOverview = z.output<typeof tenantOverview>;

export const getTenantOverview = defineCall({
  name: "getTenantOverview",
  summary: "A tenant's team and bank accounts, and its newest ten payouts and deposits",
  tag: "Tenants",
  method: "GET",
  path: "/super-admin/tenants/{id}/overview",
  who: "superadmin",
  needs: "view",
  params: idParams,
  answer: dataAnswer(tenantOverview),
  changesWith: ["tenants", "account", "bank_accounts", "payouts", "deposits"],
});
