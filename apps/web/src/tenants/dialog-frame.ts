import type { Tenant } from "@rokad/contract/tenants";

/** What every dialog of the page gets from it. */
export interface DialogFrame {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  finalFocus: () => HTMLElement | null;
}

export interface TenantDialogFrame extends DialogFrame {
  tenant: Tenant;
}
