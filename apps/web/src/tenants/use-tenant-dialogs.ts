import type { Tenant } from "@rokad/contract/tenants";
import { useRef, useState } from "react";
import type { TenantDialog } from "./tenant-actions.ts";

export type Shown =
  | { readonly dialog: "create"; readonly open: boolean }
  | { readonly dialog: TenantDialog; readonly tenant: Tenant; readonly open: boolean };

export type TenantDialogState = ReturnType<typeof useTenantDialogs>;

/** The open dialog; a closing one stays until its animation ends. */
export function useTenantDialogs() {
  const [shown, setShown] = useState<Shown | null>(null);
  const opener = useRef<Element | null>(null);

  function show(next: Shown): void {
    // If a dialog opens another, the focus still returns to the button on the page.
    if (!shown?.open) opener.current = document.activeElement;
    setShown(next);
  }

  return {
    shown,
    create: () => show({ dialog: "create", open: true }),
    open: (dialog: TenantDialog, tenant: Tenant) => show({ dialog, tenant, open: true }),
    close: () => setShown((now) => now && { ...now, open: false }),
    closed: () => setShown((now) => (now?.open ? now : null)),
    /** The row may no longer exist when its dialog closes. */
    finalFocus: () =>
      opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null,
  };
}
