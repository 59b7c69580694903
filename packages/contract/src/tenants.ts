import * as z from "zod/mini";
import {
  count,
  dataAnswer,
  defineCall,
  featureIds,
  instant,
  messageAnswer,
  money,
} from "./call.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { blankOr, search, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { reason, tenantStatusChange, type TenantStatusChange } from "./tenant-status.ts";

export const tenantRoles = ["operator", "retailer"] as const;
/** The rails for a tenant's payouts; settings map each to a provider's adapter. */
export const providerIds = ["primary", "alternative"] as const;
export type ProviderId = (typeof providerIds)[number];
export const providerNames: Readonly<Record<ProviderId, string>> = {
  primary: "Primary",
  alternative: "Alternative",
};

export const tenant = z
  .object({
    _id: id,
    name: z.string(),
    phone: z.string(),
    email: z.nullable(z.string()),
    role: z.enum(tenantRoles),
    isActive: z.boolean(),
    /** Since when a super admin closes the account; null otherwise. */
    closing_since: z.nullable(instant()),
    features: z.array(z.enum(featureIds)),
    allowed_providers: z.array(z.enum(providerIds)),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .register(z.globalRegistry, { id: "Tenant" });
export type Tenant = z.output<typeof tenant>;

const passwordRule =
  "Password must contain at least one uppercase letter, one lowercase letter, and one number";
const password = z.string({ error: "Password is required" }).check(
  z.minLength(1, { error: "Password is required", abort: true }),
  z.minLength(limits.tenantPasswordCharsMin, {
    error: "Password must be at least 8 characters",
    abort: true,
  }),
  z.maxLength(limits.tenantPasswordCharsMax, {
    error: "Password must not exceed 128 characters",
    abort: true,
  }),
  z.regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/, passwordRule),
);

const email = z.string().check(
  z.maxLength(limits.emailCharsMax, {
    error: "Email must not exceed 100 characters",
    abort: true,
  }),
  z.email("Please enter a valid email address"),
);

const role = z.enum(tenantRoles, {
  error: (issue) =>
    issue.input === undefined || issue.input === ""
      ? "Role is required"
      : "Role must be operator or retailer",
});
const features = z.array(z.enum(featureIds, { error: "There is no such feature" }), {
  error: "Features must be a list",
});
const providers = z.array(z.enum(providerIds, { error: "There is no such provider" }), {
  error: "Providers must be a list",
});

export const tenantForm = z.object({
  name: text({
    required: "Name is required",
    min: [limits.tenantNameCharsMin, "Name must be at least 2 characters"],
    max: [limits.tenantNameCharsMax, "Name must not exceed 100 characters"],
  }),
  phone: z
    .string({ error: "Phone number is required" })
    .check(
      z.trim(),
      z.minLength(1, { error: "Phone number is required", abort: true }),
      z.regex(/^[6-9][0-9]{9}$/, "Please enter a valid 10-digit Indian phone number"),
    ),
  email: z.optional(blankOr(email, "Please enter a valid email address")),
  password,
  role,
  features: z._default(features, ["wallet_topup"]),
  allowed_providers: z._default(providers, ["primary"]),
});

export const tenantEdit = z.object({
  role: z.optional(role),
  features: z.optional(features),
  allowed_providers: z.optional(providers),
  /** Absent or blank keeps the current password. */
  password: z.optional(blankOr(password, "Password must be text")),
  /**
   * `updatedAt` as you read it: the call fails if the tenant has changed since. Without it, the edit
   * overwrites later changes.
   */
  updatedAt: z.optional(z.iso.datetime({ error: "updatedAt must be the tenant's updatedAt" })),
});

/** An account's current state, and its totals. */
export const tenantStatistics = z
  .object({
    /** Entries of the wallet's history: payouts, credited deposits, refunds and corrections. */
    transactions: count(),
    wallet_balance: money,
    /** On hold for payouts in progress. */
    held_balance: money,
    /** What the tenant owes after a correction; the next credits pay it off first. */
    receivable: money,
    /** Paid to beneficiaries. */
    volume: money,
    /** Payouts that failed or were returned. */
    failed: count(),
    open_payouts: count(),
    /** Open payouts that no provider has; with charges. */
    unsent_payouts: z.object({ count: count(), total: money }),
    /** Those of them that were held when the tenant was deactivated; with charges. */
    held_payouts: z.object({ count: count(), total: money }),
    /** Open payouts that a provider may have; with charges. */
    sent_payouts: z.object({ count: count(), total: money }),
    pending_deposits: count(),
  })
  .register(z.globalRegistry, { id: "TenantStatistics" });
export type TenantStatistics = z.output<typeof tenantStatistics>;

export const listTenants = defineCall({
  name: "listTenants",
  summary: "Tenants, newest first",
  tag: "Tenants",
  method: "GET",
  path: "/super-admin/tenants",
  who: "superadmin",
  needs: "view",
  changesWith: ["tenants"],
  query: z.object({
    page: page(),
    limit: limit(limits.tenantsPageRows),
    search: search(),
    role: z.optional(z.enum(["all", ...tenantRoles])),
    status: z.optional(z.enum(["all", "active", "inactive"])),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(tenant),
    pagination: z.object({ page: z.int(), limit: z.int(), total: count() }),
    total: count(),
  }),
});

export const getTenant = defineCall({
  name: "getTenant",
  summary: "One tenant",
  tag: "Tenants",
  method: "GET",
  path: "/super-admin/tenants/{id}",
  who: "superadmin",
  needs: "view",
  params: idParams,
  answer: dataAnswer(tenant),
  changesWith: ["tenants"],
});

export const getTenantStatistics = defineCall({
  name: "getTenantStatistics",
  summary: "A tenant's balances, totals and pending items",
  tag: "Tenants",
  method: "GET",
  path: "/super-admin/tenants/{id}/statistics",
  who: "superadmin",
  needs: "view",
  params: idParams,
  answer: dataAnswer(tenantStatistics),
  changesWith: ["tenants", "payouts", "deposits", "wallet"],
});

export const createTenant = defineCall({
  name: "createTenant",
  summary: "Open a tenant account with its wallet",
  tag: "Tenants",
  method: "POST",
  path: "/super-admin/tenants",
  who: "superadmin",
  needs: "manage",
  stepUp: { signs: "request" },
  body: tenantForm,
  answer: dataAnswer(tenant),
  status: 201,
  idempotent: true,
  errors: ["PHONE_TAKEN"],
  example: {
    request: {
      name: "Sharma Traders",
      phone: "9000000002",
      email: "accounts@sharmatraders.example",
      password: "Correct-horse-9",
      role: "operator",
      features: ["wallet_topup", "create_payout"],
      allowed_providers: ["primary"],
    },
  },
});

export const updateTenant = defineCall({
  name: "updateTenant",
  summary: "Change role, features, providers or password",
  tag: "Tenants",
  method: "PUT",
  path: "/super-admin/tenants/{id}",
  who: "superadmin",
  needs: "manage",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: tenantEdit,
  answer: dataAnswer(tenant),
  errors: ["TENANT_CHANGED"],
});

export const setTenantStatus = defineCall({
  name: "setTenantStatus",
  summary: "Activate a tenant, or deactivate it, end its sessions and hold its unsent payouts",
  tag: "Tenants",
  method: "PATCH",
  path: "/super-admin/tenants/{id}/status",
  who: "superadmin",
  needs: "manage",
  stepUp: { signs: "request", unless: ({ isActive }: TenantStatusChange) => !isActive },
  idempotent: true,
  params: idParams,
  body: tenantStatusChange,
  answer: dataAnswer(tenant),
  example: { request: { isActive: false, reason: "Suspected fraud", payouts: "hold" } },
});

export const closeTenant = defineCall({
  name: "closeTenant",
  summary: "Close an account; only with a zero balance and nothing pending. Its records stay.",
  tag: "Tenants",
  method: "DELETE",
  path: "/super-admin/tenants/{id}",
  who: "superadmin",
  needs: "manage",
  stepUp: { unsigned: "Only an empty account closes" },
  params: idParams,
  answer: messageAnswer,
  errors: ["TENANT_NOT_EMPTY"],
});

/** Opens a read-only view of a tenant's console. */
export const viewTenantForm = z.object({ reason });

export const viewTenant = defineCall({
  name: "viewTenant",
  summary: "View a tenant's console, read-only, for 15 minutes; the tenant is notified",
  tag: "Tenants",
  method: "POST",
  path: "/super-admin/tenants/{id}/view",
  who: "superadmin",
  needs: "view_tenants",
  stepUp: { unsigned: "Read-only, with account numbers masked; the tenant is notified" },
  params: idParams,
  body: viewTenantForm,
  answer: dataAnswer(
    z.object({
      id,
      /** Acts as the tenant in GET calls; other calls get 403 `READ_ONLY_VIEW`. */
      access_token: z.string(),
      ends_at: instant(),
      tenant: idName,
    }),
  ),
  status: 201,
});

export const endViewing = defineCall({
  name: "endViewing",
  summary: "End the view of a tenant's console; repeating has no effect",
  tag: "Tenants",
  method: "DELETE",
  path: "/super-admin/viewings/{id}",
  who: "superadmin",
  needs: "view_tenants",
  stepUp: { unsigned: "Ends a read-only view" },
  params: idParams,
  answer: messageAnswer,
});
