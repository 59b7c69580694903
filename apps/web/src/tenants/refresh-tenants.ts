import { getClosing } from "@rokad/contract/closings";
import { getTenant, getTenantStatistics, listTenants } from "@rokad/contract/tenants";
import { refreshApi } from "../api/use-api.ts";

/** Reloads what shows a tenant: after a change to one. */
export function refreshTenants(): Promise<void> {
  return refreshApi(listTenants, getTenant, getTenantStatistics, getClosing);
}
