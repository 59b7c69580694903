import * as z from "zod/mini";
import { defineCall, instant, dataAnswer } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { rejectionBody } from "./reviews.ts";

/** An account number; a transfer to it credits its tenant's wallet automatically. */
export const virtualAccount = z
  .object({
    provider: z.string(),
    account_holder_name: z.string(),
    account_number: z.string(),
    ifsc_code: z.string(),
    /** Null for an unknown bank. */
    bank_name: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "VirtualAccount" });
export type VirtualAccount = z.output<typeof virtualAccount>;

export const listVirtualAccounts = defineCall({
  name: "listVirtualAccounts",
  summary: "The tenant's own account numbers; transfers to them are credited automatically",
  tag: "Virtual accounts",
  method: "GET",
  path: "/wallet/virtual-accounts",
  scopes: ["deposits:write"],
  who: "tenant",
  needs: "view",
  changesWith: ["bank_accounts"],
  answer: dataAnswer(z.array(virtualAccount)),
  example: {
    answer: {
      success: true,
      data: [
        {
          provider: "razorpayx",
          account_holder_name: "Sharma Traders",
          account_number: "2223330048827001",
          ifsc_code: "RATN0VAAPIS",
          bank_name: "RBL Bank",
        },
      ],
    },
  },
});

const tenantVirtualAccount = z
  .object({
    id,
    provider: z.string(),
    /** Null until the provider opens the account. */
    account_number: z.nullable(z.string()),
    ifsc_code: z.nullable(z.string()),
    state: z.enum(["opening", "open", "closing", "closed"]),
    /**
     * Whether the provider accepts money only from the approved accounts: `set`; `waiting` for the
     * provider; `late` if the job failed, and `problem` says why.
     */
    lock: z.enum(["set", "waiting", "late"]),
    problem: z.nullable(z.string()),
    created_at: instant(),
    opened_at: z.nullable(instant()),
    closed_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "TenantVirtualAccount" });
export type KeptVirtualAccount = z.output<typeof tenantVirtualAccount>;

export const listTenantVirtualAccounts = defineCall({
  name: "listTenantVirtualAccounts",
  summary: "A tenant's virtual accounts, and the providers that can open another",
  tag: "Tenants",
  method: "GET",
  path: "/super-admin/tenants/{id}/virtual-accounts",
  who: "superadmin",
  needs: "view",
  changesWith: ["tenants"],
  params: idParams,
  answer: dataAnswer(
    z.object({
      accounts: z.array(tenantVirtualAccount),
      /** The providers that can open one now. */
      providers: z.array(z.string()),
    }),
  ),
});

export const openVirtualAccount = defineCall({
  name: "openVirtualAccount",
  summary: "Open a virtual account for a tenant at a provider, in the background",
  tag: "Tenants",
  method: "POST",
  path: "/super-admin/tenants/{id}/virtual-accounts",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Credits its own tenant only, from accounts whose approval is signed" },
  params: idParams,
  body: z.object({ provider: z.string().check(z.minLength(1, "Please choose a provider")) }),
  status: 201,
  answer: dataAnswer(tenantVirtualAccount),
  errors: ["VIRTUAL_ACCOUNT_EXISTS", "NO_VIRTUAL_ACCOUNTS", "BANK_ACCOUNT_NOT_APPROVED"],
});

export const closeVirtualAccount = defineCall({
  name: "closeVirtualAccount",
  summary: "Close a tenant's virtual account at its provider, in the background",
  tag: "Virtual accounts",
  method: "POST",
  path: "/super-admin/virtual-accounts/{id}/close",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Later credits go to suspense, whose decisions are signed" },
  params: idParams,
  body: rejectionBody,
  answer: dataAnswer(tenantVirtualAccount),
  errors: ["ALREADY_DECIDED"],
  example: { request: { reason: "The tenant requested it" } },
});
