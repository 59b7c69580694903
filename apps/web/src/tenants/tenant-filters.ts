import { readOption, readPage, readText } from "../common/lists/search-params.ts";

export interface TenantFilters {
  search?: string | undefined;
  role?: "operator" | "retailer" | undefined;
  status?: "active" | "inactive" | undefined;
  page?: number | undefined;
}

/** Reads the filters of Tenant Management from the address. */
export function readTenantFilters(search: Record<string, unknown>): TenantFilters {
  return {
    search: readText(search["search"]),
    role: readOption(search["role"], ["operator", "retailer"]),
    status: readOption(search["status"], ["active", "inactive"]),
    page: readPage(search["page"]),
  };
}
