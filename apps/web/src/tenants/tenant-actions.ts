import type { Tenant } from "@rokad/contract/tenants";

/** The actions with a dialog. */
export type TenantDialog = "edit" | "activate" | "deactivate" | "close" | "view";

export interface TenantActions {
  open: (dialog: TenantDialog, tenant: Tenant) => void;
  activate: (tenant: Tenant) => void;
}
