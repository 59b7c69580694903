import type { Tenant } from "@rokad/contract/tenants";

/** What is done in a dialog of its own. */
export type TenantDialog = "details" | "edit" | "deactivate" | "close" | "view";

export interface TenantActions {
  open: (dialog: TenantDialog, tenant: Tenant) => void;
  activate: (tenant: Tenant) => void;
}
