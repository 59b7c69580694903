import { oneOf, pageIn, textIn } from "../search.ts";

export interface TenantFilters {
  search?: string | undefined;
  role?: "operator" | "retailer" | undefined;
  status?: "active" | "inactive" | undefined;
  page?: number | undefined;
}

/** The filters of Tenant Management as they stand in the address. */
export function readTenantFilters(search: Record<string, unknown>): TenantFilters {
  return {
    search: textIn(search["search"]),
    role: oneOf(search["role"], ["operator", "retailer"]),
    status: oneOf(search["status"], ["active", "inactive"]),
    page: pageIn(search["page"]),
  };
}
