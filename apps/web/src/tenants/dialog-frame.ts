import type { Tenant } from "@rokad/contract/tenants";

/** The properties that every dialog gets from the page. */
export interface DialogFrame {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  finalFocus: () => HTMLElement | null;
}

export interface TenantDialogFrame extends DialogFrame {
  tenant: Tenant;
}
