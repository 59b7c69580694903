import { providerIds } from "@rokad/contract/tenants";
import type { Tenant } from "../../kernel/person.ts";

/**
 * The tenant as the payer of a withdrawal. Without an allowed provider any may take it: the list
 * limits whom a tenant pays through, and the own money must not be locked in by it.
 */
export function payerOfWithdrawal<T extends Pick<Tenant, "allowedProviders">>(tenant: T): T {
  return tenant.allowedProviders.length > 0 ? tenant : { ...tenant, allowedProviders: providerIds };
}
