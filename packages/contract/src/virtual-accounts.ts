import * as z from "zod/mini";
import { defineCall, instant, one } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { rejectionBody } from "./reviews.ts";

/** An account number that credits its tenant's wallet by itself. */
export const virtualAccount = z
  .object({
    provider: z.string(),
    account_holder_name: z.string(),
    account_number: z.string(),
    ifsc_code: z.string(),
    /** Null for a bank that our list of banks does not have. */
    bank_name: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "VirtualAccount" });
export type VirtualAccount = z.output<typeof virtualAccount>;

export const listVirtualAccounts = defineCall({
  name: "listVirtualAccounts",
  summary: "The tenant's own account numbers, from which transfers are credited by themselves",
  method: "GET",
  path: "/wallet/virtual-accounts",
  who: "tenant",
  changesWith: ["bank_accounts"],
  answer: one(z.array(virtualAccount)),
});

const keptVirtualAccount = z
  .object({
    id,
    provider: z.string(),
    /** Null until the provider has opened it. */
    account_number: z.nullable(z.string()),
    ifsc_code: z.nullable(z.string()),
    state: z.enum(["opening", "open", "closing", "closed"]),
    /**
     * Whether the provider takes money from exactly the approved accounts: `set`, `waiting` while
     * it is asked, `late` when its job has failed and `problem` says why.
     */
    lock: z.enum(["set", "waiting", "late"]),
    problem: z.nullable(z.string()),
    created_at: instant(),
    opened_at: z.nullable(instant()),
    closed_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "KeptVirtualAccount" });
export type KeptVirtualAccount = z.output<typeof keptVirtualAccount>;

export const listTenantVirtualAccounts = defineCall({
  name: "listTenantVirtualAccounts",
  summary: "A tenant's virtual accounts as they stand with the providers, and who offers more",
  method: "GET",
  path: "/super-admin/tenants/{id}/virtual-accounts",
  who: "superadmin",
  changesWith: ["tenants"],
  params: idParams,
  answer: one(
    z.object({
      accounts: z.array(keptVirtualAccount),
      /** Those with which one can be opened now. */
      providers: z.array(z.string()),
    }),
  ),
});

export const openVirtualAccount = defineCall({
  name: "openVirtualAccount",
  summary: "Have a provider open a virtual account for a tenant, in the background",
  method: "POST",
  path: "/super-admin/tenants/{id}/virtual-accounts",
  who: "superadmin",
  params: idParams,
  body: z.object({ provider: z.string().check(z.minLength(1, "Please choose a provider")) }),
  status: 201,
  answer: one(keptVirtualAccount),
  errors: ["VIRTUAL_ACCOUNT_EXISTS", "NO_VIRTUAL_ACCOUNTS", "BANK_ACCOUNT_NOT_APPROVED"],
});

export const closeVirtualAccount = defineCall({
  name: "closeVirtualAccount",
  summary: "Have a provider close a tenant's virtual account, in the background",
  method: "POST",
  path: "/super-admin/virtual-accounts/{id}/close",
  who: "superadmin",
  params: idParams,
  body: rejectionBody,
  answer: one(keptVirtualAccount),
  errors: ["ALREADY_DECIDED"],
});
